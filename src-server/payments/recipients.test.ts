/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engineOf } from '#db/engine';
import { migrationsOf } from '#db/migrations';
import { migrate, open } from '#db/open';
import { openRaw } from '#db/testing/raw';
import { releaseBank, rowsOf } from '#db/testing/release-bank';
import { emptyDatabase, testEngine } from '#db/testing/test-db';
import { newBankBoleto } from '#domain/account/new-boleto';
import { writeBrCode } from '#domain/pix/br-code';
import { callerOf } from '#server/testing/people';
import { codeOf as refusalCodeOf } from '#server/testing/refusal-of';
import { atProvider, orderScene, rowOf, settleAll } from './orders/testing/order-scene.ts';

type Scene = Awaited<ReturnType<typeof orderScene>>;

const BRUNO_KEY = '11144477735';
const listOf = ({ ana }: Pick<Scene, 'ana'>, kind: 'account' | 'pix' | 'boleto') =>
  ana.call.account.recipients({ kind });

/** A code may claim any name. */
const codeOf = (key: string) => writeBrCode({ key, name: 'Outra Pessoa', city: 'São Paulo' });

async function withKey(): Promise<Scene> {
  const scene = await orderScene();
  await scene.bruno.call.pix.keys.create({ type: 'CPF', key: BRUNO_KEY });
  return scene;
}

describe('recipients paid through the provider', () => {
  test('a PIX recipient is remembered by key, under the name in the directory and not that of a code', async () => {
    const scene = await withKey();
    const { ana, bank } = scene;
    await ana.call.pix.transfer({ pixKey: codeOf(BRUNO_KEY), amount: '20.00' });
    const [one, ...others] = await listOf(scene, 'pix');
    expect(one).toMatchObject({
      name: 'Bruno Nogueira',
      document: '***.444.777-**',
      pixKey: BRUNO_KEY,
      pixKeyType: 'CPF',
      accountNumber: null,
    });
    bank.clock.passSeconds(3600);
    await ana.call.pix.transfer({ pixKey: BRUNO_KEY, amount: '30.00' });
    expect(others).toEqual([]);
    expect(await listOf(scene, 'pix')).toEqual([{ ...one, lastUsedAt: bank.clock.now().toISOString() }]);
    expect(await listOf(scene, 'account')).toEqual([]);
  });

  test('a recipient is remembered when the payment is done, not when it is placed or fails', async () => {
    const scene = await withKey();
    const { ana, bank, simulator } = scene;
    simulator.simulator.switches.failNext = 1;
    const { id } = await ana.call.pix.transfer({ pixKey: BRUNO_KEY, amount: '20.00' });
    await settleAll(bank);
    expect((await rowOf(bank, id)).status).toBe('failed');
    expect(await listOf(scene, 'pix')).toEqual([]);
    expect(atProvider(scene, id)).toHaveLength(1);
  });

  test('a recipient is not removed while a payment to it is under way', async () => {
    const scene = await withKey();
    const { ana, bank, simulator } = scene;
    await ana.call.pix.transfer({ pixKey: BRUNO_KEY, amount: '20.00' });
    const [{ id } = { id: '' }] = await listOf(scene, 'pix');
    simulator.simulator.switches.settleMs = 600_000;
    await ana.call.pix.transfer({ pixKey: BRUNO_KEY, amount: '30.00' });
    expect(await refusalCodeOf(ana.call.account.removeRecipient({ id }))).toBe('RECIPIENT_IN_USE');
    expect(await listOf(scene, 'pix')).toMatchObject([{ id }]);
    await simulator.settle();
    await settleAll(bank);
    await ana.call.account.removeRecipient({ id });
    expect(await listOf(scene, 'pix')).toEqual([]);
  });

  test('a boleto recipient is remembered by its beneficiary, without account number or PIX key', async () => {
    const scene = await orderScene();
    const { ana } = scene;
    const paid = await ana.call.account.boleto.pay(newBankBoleto(5_000, '2026-03-20', 1));
    const [one] = await listOf(scene, 'boleto');
    expect(one).toMatchObject({ name: paid.beneficiary, accountNumber: null, pixKey: null });
    expect(one?.name).not.toBeNull();
  });
});

test('the migration keeps recipients of earlier payments, except those of closed accounts', async () => {
  const scene = await withKey();
  const { ana, bruno, bank } = scene;
  const transfer = { amount: '1.00', description: 'Teste' };
  await ana.call.account.transfer({ ...transfer, accountNumber: bruno.accountNumber });
  await bruno.call.account.transfer({ ...transfer, accountNumber: ana.accountNumber });
  await ana.call.pix.transfer({ pixKey: codeOf(BRUNO_KEY), amount: '20.00' });
  await ana.call.account.boleto.pay(newBankBoleto(5_000, '2026-03-20', 2));
  await bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx.update(users).set({ closedAt: bank.clock.now() }).where(eq(users.id, bruno.user.id));
  });

  const raw = await openRaw(engineOf(bank.db).url);
  const rows = await rowsOf(testEngine(), raw);
  await raw.close();
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const old = await openRaw(url);
  const number = migrationsOf(testEngine()).findIndex(({ name }) => name.endsWith('_recipients'));
  await releaseBank(testEngine(), old, number - 1, rows);
  await old.close();
  const db = await open(url);
  await migrate(db);
  const upgraded = { ana: { ...ana, call: callerOf({ ...bank, db }, ana.user) } };
  for (const kind of ['account', 'pix', 'boleto'] as const) {
    const before = (await listOf(scene, kind)).map(({ id: _id, ...one }) => one);
    expect(before, kind).toHaveLength(1);
    expect(await listOf(upgraded, kind), kind).toMatchObject(before);
  }
  expect(await db.$count(db.tables.recipients)).toBe(3);
  await db.close();
});
