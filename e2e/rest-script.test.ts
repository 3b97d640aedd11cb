import { describe, expect } from 'vitest';
import { createAdminByCommand } from './admin.ts';
import { testByEngine } from './bank-test.ts';
import { ADMIN, caio, joana, type Person } from './people.ts';
import { newScript, type Script } from './script.ts';

async function signUp(origin: string, person: Person): Promise<Script> {
  const script = newScript(origin);
  const answer = await script.call('POST', '/api/auth/register', { ...person, acceptedTerms: true });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(script.cookies.has('session')).toBe(true);
  return script;
}

async function accountOf(script: Script) {
  const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
  if (!account) throw new Error('no account');
  return account;
}

/** Two people, one adjustment, one transfer, by a script with a cookie jar; their entries must agree. */
for (const { name, test } of testByEngine())
  describe(`a script on '${name}'`, { tags: name === 'SQLite' ? [] : ['release'] }, () => {
    test('a script opens two accounts, funds one, transfers, and both statements agree', async ({
      bank,
      engine,
    }) => {
      await createAdminByCommand(engine, bank.dataDir);
      const sender = await signUp(bank.origin, joana);
      const receiver = await signUp(bank.origin, caio);
      const from = await accountOf(sender);
      const to = await accountOf(receiver);
      expect(from.accountNumber).toMatch(/^\d{4}-\d{4}$/);

      const admin = newScript(bank.origin);
      const login = await admin.call('POST', '/api/auth/login', {
        document: ADMIN.cpf,
        password: ADMIN.password,
      });
      expect(login.body).toMatchObject({
        requiresTwoFactor: false,
        message: 'Login realizado',
        user: { role: 'admin' },
      });
      const adjusted = await admin.call('POST', `/api/admin/accounts/${from.id}/adjust`, {
        amount: '1000.00',
        reason: 'Depósito inicial',
      });
      expect(adjusted.status).toBe(201);
      expect(adjusted.body.entry).toMatchObject({
        amount: '1000.00',
        isDebit: false,
        balanceAfter: '1000.00',
      });

      const holder = await sender.call('GET', `/api/accounts/lookup?accountNumber=${to.accountNumber}`);
      expect(holder.body).toEqual({
        holder: { name: 'Caio Rezende', document: '***.999.277-**', accountNumber: to.accountNumber },
      });

      const order = { accountNumber: to.accountNumber, amount: '250.37', description: 'Projeto da varanda' };
      const key = { 'Idempotency-Key': 'varanda-1' };
      const sent = await sender.call('POST', '/api/transfers', order, key);
      expect(sent.status, JSON.stringify(sent.body)).toBe(201);
      expect(sent.body.transfer).toMatchObject({ status: 'done', amount: '250.37', balanceAfter: '749.63' });
      expect((await sender.call('POST', '/api/transfers', order, key)).body).toEqual(sent.body);
      const other = await sender.call('POST', '/api/transfers', { ...order, amount: '1.00' }, key);
      expect(other.status).toBe(422);

      const [debit] = (await sender.call('GET', '/api/ledger')).body.entries;
      const [credit] = (await receiver.call('GET', '/api/ledger')).body.entries;
      expect(debit).toMatchObject({
        amount: '250.37',
        isDebit: true,
        balanceAfter: '749.63',
        type: 'transfer',
      });
      expect(credit).toMatchObject({
        amount: '250.37',
        isDebit: false,
        balanceAfter: '250.37',
        type: 'transfer',
      });
      expect(debit?.transactionId).toBe(credit?.transactionId);
      expect(debit?.counterparty).toMatchObject({ name: 'Caio Rezende', document: '***.999.277-**' });
      expect((await accountOf(sender)).balance).toBe('749.63');
      expect((await accountOf(receiver)).balance).toBe('250.37');
    });

    test('a script gets refusals in the documented form', async ({ bank }) => {
      const nobody = newScript(bank.origin);
      const answer = await nobody.call('GET', '/api/accounts');
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED', error: expect.any(String) });
    });

    test('a script that has logged out has no more access', async ({ bank, customer: { person } }) => {
      const script = newScript(bank.origin);
      await script.call('POST', '/api/auth/login', { document: person.cpf, password: person.password });
      expect((await script.call('GET', '/api/auth/me')).status).toBe(200);
      expect((await script.call('POST', '/api/auth/logout')).body).toEqual({ success: true });
      expect(script.cookies.has('session')).toBe(false);
      expect((await script.call('GET', '/api/auth/me')).status).toBe(401);
    });
  });
