/** @module-tag postgres */
import { expect } from 'vitest';
import { ZodError } from 'zod';
import { Refusal } from '#domain/refusal';
import { test } from '#server/testing/bank-test';
import { createAdmin } from './create-admin.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const HELENA = {
  fullName: 'Helena Prado Siqueira',
  email: 'Helena@Bank.Example',
  cpf: '111.444.777-35',
  password: PASSWORD,
};

test('a created administrator can sign in, has no account, and is in the audit log', async ({ bank }) => {
  const admin = await createAdmin(bank, HELENA);
  expect(admin).toEqual({ id: expect.any(String), fullName: HELENA.fullName, role: 'admin' });
  const { user } = await new Browser(bank).login(HELENA.cpf, PASSWORD);
  expect(user).toMatchObject({
    id: admin.id,
    role: 'admin',
    email: 'helena@bank.example',
    cpf: '11144477735',
    phone: null,
    birthDate: null,
    monthlyIncome: null,
  });
  const { accounts, auditLog } = bank.db.tables;
  expect((await bank.db.select().from(accounts)).filter(({ userId }) => userId === admin.id)).toEqual([]);
  expect((await bank.db.select().from(auditLog))[0]).toMatchObject({
    action: 'create_user',
    entityId: admin.id,
    userId: null,
  });
});

test('an administrator with taken or wrong data is not created', async ({ bank }) => {
  const customer = newPerson();
  await new Browser(bank).register(customer);
  await createAdmin(bank, HELENA);
  for (const taken of [{ cpf: customer.cpf }, { email: customer.email }, { email: 'other@bank.example' }]) {
    const attempt = createAdmin(bank, { ...HELENA, ...taken });
    await expect(attempt).rejects.toMatchObject({ code: 'ALREADY_REGISTERED' });
    await expect(attempt).rejects.toBeInstanceOf(Refusal);
  }
  for (const wrong of [{ cpf: '1' }, { email: 'x' }, { password: '1234567' }, { fullName: ' ' }])
    await expect(createAdmin(bank, { ...HELENA, ...wrong })).rejects.toBeInstanceOf(ZodError);
  const guessable = createAdmin(bank, {
    ...HELENA,
    cpf: newPerson().cpf,
    email: 'x@bank.example',
    password: 'admin123',
  });
  await expect(guessable).rejects.toMatchObject({ code: 'VALIDATION' });
});
