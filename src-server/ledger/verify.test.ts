/** @module-tag postgres */
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { adjust, makeCustomer, send, undo } from './testing/bank.ts';
import { keepTables, tamper } from './testing/tamper.ts';
import { verifyLedger } from './verify.ts';
import { bankBalance } from './verify-queries.ts';

async function scene() {
  const db = await testDb({ verify: false });
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 10_000);
  const sent = await send(db, ana.accountId, bruno.accountId, 2_500);
  await undo(db, sent.transactionId);
  await send(db, ana.accountId, bruno.accountId, 1_000);
  return { db, ana, bruno, sent };
}

test('an untouched ledger verifies, empty or not', async () => {
  const empty = await verifyLedger(await testDb());
  expect(empty).toMatchObject({ ok: true, differences: [] });
  const { db } = await scene();
  const verdict = await verifyLedger(db);
  expect(verdict).toMatchObject({ ok: true, differences: [] });
  expect(verdict.checks.every((check) => check.ok)).toBe(true);
});

type Names = { ana: string; bruno: string; sent: string };

const TAMPERED: [what: string, statements: (names: Names) => string[], words: RegExp][] = [
  [
    'an amount',
    ({ ana }) => [`update entries set amount_cents = 10001 where account_id = '${ana}' and seq = 1`],
    /lançamentos somam/,
  ],
  [
    'a balance',
    ({ ana }) => [`update entries set balance_after_cents = 7501 where account_id = '${ana}' and seq = 2`],
    /^Conta \d{4}-\d{4}, lançamento 2: saldo R\$\s75,01, calculado R\$\s75,00$/m,
  ],
  [
    'the last balance',
    ({ bruno }) => [`update entries set balance_after_cents = 9 where account_id = '${bruno}' and seq = 3`],
    /Soma dos saldos/,
  ],
  [
    'the credits',
    ({ ana }) => [`update entries set credits_after_cents = 1 where account_id = '${ana}' and seq = 4`],
    /lançamento 4: créditos/,
  ],
  [
    'an entry deleted',
    ({ ana }) => [`delete from entries where account_id = '${ana}' and seq = 2`],
    /lançamento 3: falta o anterior/,
  ],
  [
    'a first entry deleted',
    ({ ana }) => [`delete from entries where account_id = '${ana}' and seq = 1`],
    /lançamento 2: falta o anterior/,
  ],
  [
    'an account deleted',
    ({ bruno }) => [`delete from accounts where id = '${bruno}'`],
    /^Conta [\w-]+, lançamento 1: a conta não existe$/m,
  ],
  [
    'an entry of an account that does not exist',
    ({ ana }) => [`update entries set account_id = 'ninguem' where account_id = '${ana}' and seq = 4`],
    /^Conta ninguem, lançamento 4: a conta não existe$/m,
  ],
  ['a transaction deleted', ({ sent }) => [`delete from transactions where id = '${sent}'`], /não existe/],
  [
    'a transaction without entries',
    ({ sent }) => [`delete from entries where transaction_id = '${sent}'`],
    /0 lançamento/,
  ],
  [
    'a transaction’s amount',
    ({ sent }) => [`update transactions set amount_cents = 2501 where id = '${sent}'`],
    /valor R\$\s25,01, movido R\$\s25,00/,
  ],
  [
    'a reversal of another transaction',
    ({ sent, ana }) => [
      `update transactions set reverses_id = (select transaction_id from entries where account_id = '${ana}' and seq = 1) where reverses_id = '${sent}'`,
    ],
    /Estorno/,
  ],
  [
    'a reversal of another transaction between the same accounts',
    ({ sent, ana }) => [
      `update transactions set reverses_id = (select transaction_id from entries where account_id = '${ana}' and seq = 4) where reverses_id = '${sent}'`,
    ],
    /^Estorno [\w-]+: não desfaz a transação que cita$/,
  ],
  [
    'a reversal that repeats its transaction',
    ({ sent }) => [
      `update entries set amount_cents = -amount_cents where transaction_id = (select id from transactions where reverses_id = '${sent}')`,
    ],
    /^Estorno [\w-]+: não desfaz a transação que cita$/m,
  ],
  [
    'a floor raised',
    ({ bruno }) => [`update accounts set floor_cents = 5000 where id = '${bruno}'`],
    /abaixo de R\$\s50,00/,
  ],
];

test('ledger verification finds every kind of tampering and describes it', async () => {
  const { db, ana, bruno, sent } = await scene();
  const restore = await keepTables(db, 'entries', 'transactions', 'accounts');
  for (const [what, statements, words] of TAMPERED) {
    const names = { ana: ana.accountId, bruno: bruno.accountId, sent: sent.transactionId };
    await tamper(db, ...statements(names));
    const verdict = await verifyLedger(db);
    expect(verdict.ok, what).toBe(false);
    expect(
      verdict.checks.some((check) => !check.ok),
      what,
    ).toBe(true);
    expect(verdict.differences.join('\n'), what).toMatch(words);
    await tamper(db, ...restore);
    expect(await verifyLedger(db), `${what}, put back`).toMatchObject({ ok: true });
  }
}, 60_000);

test('ledger verification finds an entry dated before the previous one', async () => {
  const { db, bruno } = await scene();
  const earlier = db.engine === 'sqlite' ? 'created_at - 1' : "created_at - interval '1 millisecond'";
  await tamper(
    db,
    `update entries set created_at = ${earlier} where account_id = '${bruno.accountId}' and seq = 3`,
  );
  expect((await verifyLedger(db)).differences.join()).toMatch(/lançamento 3: data antes/);
});

test('ledger verification lists at most 100 differences and counts all', async () => {
  const { db, ana, bruno } = await scene();
  for (let sent = 0; sent < 50; sent += 1) await send(db, ana.accountId, bruno.accountId, 1);
  await tamper(db, 'update entries set credits_after_cents = credits_after_cents + seq');
  const { differences, differenceCount } = await verifyLedger(db);
  expect(differences).toHaveLength(100);
  expect(differenceCount).toBe(await db.$count(db.tables.entries));
});

test('ledger verification finds the same, whatever number of rows it reads at a time', async () => {
  const { db, ana, bruno } = await scene();
  for (let sent = 0; sent < 5; sent += 1) await send(db, ana.accountId, bruno.accountId, 1);
  for (const rows of [1, 2, 3, 7]) expect(await verifyLedger(db, rows)).toMatchObject({ ok: true });
  await tamper(
    db,
    'update entries set credits_after_cents = credits_after_cents + 1',
    'update transactions set amount_cents = amount_cents + 1',
  );
  const whole = await verifyLedger(db);
  const { entries, transactions } = db.tables;
  expect(whole.differenceCount).toBeGreaterThan((await db.$count(transactions)) + 2);
  expect(await db.$count(entries)).toBeGreaterThan(14);
  for (const rows of [1, 2, 3, 7]) expect(await verifyLedger(db, rows)).toEqual(whole);
});

test('ledger verification names wrong reversals in the order of their transactions', async () => {
  const { db, ana, bruno } = await scene();
  const again = await send(db, ana.accountId, bruno.accountId, 500);
  await undo(db, again.transactionId);
  await tamper(db, "update transactions set type = 'transfer' where reverses_id is not null");
  const { differences } = await verifyLedger(db);
  expect(differences).toHaveLength(2);
  expect(differences).toEqual(differences.toSorted());
});

test('the sum of all balances is of one moment, whatever is posted meanwhile', async () => {
  const { db, bruno } = await scene();
  let isSummed = false;
  const sum = bankBalance(db, 1).finally(() => {
    isSummed = true;
  });
  // From the bank's account, read early, to the last account.
  while (!isSummed) await adjust(db, bruno.accountId, 1);
  expect(await sum).toBe(0);
});
