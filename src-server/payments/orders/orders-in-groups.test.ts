/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { newBankBoleto } from '#domain/account/new-boleto';
import { TRANSFER } from '#server/account/transfer';
import { PAY_COVERED } from '#server/cover/pay-covered';
import { commitGroup, type Item } from '#server/decision/group';
import { whileHeld } from '#server/decision/testing/held-account';
import { itemOf } from '#server/decision/testing/item';
import { verifyLedger } from '#server/ledger/verify';
import { settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { PAY_BOLETO } from '../boleto-pay.ts';
import { PIX_MOVE } from '../move.ts';
import { PIX_TRANSFER } from '../transfer.ts';
import { expectClearing, type orderScene, settleAll } from './testing/order-scene.ts';
import { test as base } from './testing/order-test.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };
const BOLETO = newBankBoleto(70_000, '2026-03-20', 1).line;

type Scene = Awaited<ReturnType<typeof orderScene>>;

/** What Ana asks for, as items of a group. */
const itemsOf = ({ bank, ana, bruno, external: externalId }: Scene) => ({
  pix: (amount: number) =>
    itemOf(bank, ana.user, PIX_TRANSFER, {
      pixKey: {
        key: { type: 'EMAIL', canonical: 'maria@correio.example' },
        name: 'Maria Luz',
        amountCents: null,
      },
      amount,
      externalId,
      payee: {
        target: 'maria@correio.example',
        key: { type: 'EMAIL', canonical: 'maria@correio.example' },
        name: 'Maria Luz',
        code: null,
      },
    }),
  boleto: (key?: string) =>
    itemOf(
      bank,
      ana.user,
      PAY_BOLETO,
      { kind: 'boleto', amountCents: 70_000, description: 'Boleto', target: BOLETO },
      { key, request: { payBoleto: { line: BOLETO } } },
    ),
  move: (direction: 'in' | 'out', amount: number) =>
    itemOf(bank, ana.user, PIX_MOVE, { direction, amount, externalId }),
  transfer: (amount: number) =>
    itemOf(bank, ana.user, TRANSFER, {
      accountNumber: bruno.accountNumber,
      amount,
      description: 'Aluguel',
    }),
  covered: (total: number, cover: number) =>
    itemOf(bank, ana.user, PAY_COVERED, {
      direction: 'out',
      amount: cover,
      externalId,
      payment: {
        kind: 'transfer',
        input: { accountNumber: bruno.accountNumber, amount: total, description: 'Aluguel' },
      },
      paymentKey: `§cover:${total}`,
    }),
});

const test = base.extend('ask', ({ scene }) => itemsOf(scene));

/** Codes of the refusals, 'done' for the others. */
const decided = async (bank: TestBank, items: Item[]): Promise<string[]> =>
  (await bank.db.transaction((tx) => commitGroup(tx, items))).map((one) =>
    one.ok ? 'done' : (one.error as { code: string }).code,
  );

const ordersIn = ({ db }: TestBank) => db.$count(db.tables.paymentOrders);

describe('orders and transfers in one group', () => {
  test('transfers and orders of every kind are decided in their order, and a refused one changes nothing for the others', async ({
    scene,
    bank,
    ask,
  }) => {
    const before = await ordersIn(bank);
    // Checking 1000.00, external 500.00.
    const codes = await decided(bank, [
      ask.transfer(25_000),
      ask.pix(50_001),
      ask.boleto(),
      ask.move('in', 5_001),
      ask.pix(20_000),
      ask.move('in', 5_000),
      ask.transfer(1),
      ask.move('out', 30_000),
    ]);
    expect(codes).toEqual([
      'done',
      'INSUFFICIENT_FUNDS',
      'done',
      'INSUFFICIENT_FUNDS',
      'done',
      'done',
      'INSUFFICIENT_FUNDS',
      'done',
    ]);
    expect(await ordersIn(bank)).toBe(before + 4);
    expect(await scene.balances()).toEqual({ ...START, checking: 0, external: 0, clearing: 125_000 });
    await expectClearing(bank);
    await settleAll(bank);
    expect(await scene.balances()).toMatchObject({ checking: 30_000, external: 5_000, clearing: 0 });
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });

  test('a boleto that occurs twice in a group is paid once, and with one key both are answered', async ({
    scene,
    bank,
    admin,
    ana,
    ask,
  }) => {
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '1000.00', reason: 'Depósito' });
    const [first, again, another] = await bank.db.transaction((tx) =>
      commitGroup(tx, [ask.boleto('one'), ask.boleto('one'), ask.boleto('two')]),
    );
    expect(first).toMatchObject({ ok: true, value: { id: expect.any(String) } });
    expect(again).toEqual(first);
    expect(another).toMatchObject({ ok: false, error: { code: 'BOLETO_ALREADY_PAID' } });
    expect(await scene.balances()).toMatchObject({ checking: 130_000, clearing: 70_000 });
  });

  test('a boleto that the money does not suffice for a second time is refused for the money', async ({
    bank,
    ask,
  }) => {
    expect(await decided(bank, [ask.boleto(), ask.boleto()])).toEqual(['done', 'INSUFFICIENT_FUNDS']);
  });

  test('a cover is too little after a transfer before it in its group has taken the money', async ({
    scene,
    bank,
    ask,
  }) => {
    expect(await decided(bank, [ask.transfer(1), ask.covered(120_000, 20_000)])).toEqual([
      'done',
      'COVER_CHANGED',
    ]);
    expect(await decided(bank, [ask.covered(120_000, 20_001), ask.pix(30_000)])).toEqual([
      'done',
      'INSUFFICIENT_FUNDS',
    ]);
    expect(await scene.balances()).toEqual({
      ...START,
      checking: 99_999,
      external: 29_999,
      clearing: 20_001,
    });
    const { coveredPayments } = bank.db.tables;
    expect(await bank.db.select().from(coveredPayments)).toMatchObject([
      {
        status: 'covering',
        coverCents: 20_001,
        request: { amount: 120_000, description: 'Aluguel' },
        answer: null,
      },
    ]);
  });
});

test('orders of one customer at once spend the money once', async ({ scene, bank, ana }) => {
  const pay = () => ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '200.00' });
  expect((await settledCodes([pay(), pay(), pay(), pay()])).sort()).toEqual([
    'INSUFFICIENT_FUNDS',
    'INSUFFICIENT_FUNDS',
    'done',
    'done',
  ]);
  await settleAll(bank);
  expect(await scene.balances()).toEqual({ ...START, external: 10_000, cash: 40_000 });
});

test.runIf(testEngine() === 'postgres')(
  'two groups that wait for one account pay its boleto once',
  async ({ bank, admin, ana, ask }) => {
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '1000.00', reason: 'Depósito' });
    const pay = () => decided(bank, [ask.boleto()]);
    expect(await whileHeld(bank, ana.accountId, [pay, pay])).toEqual([['done'], ['BOLETO_ALREADY_PAID']]);
  },
);
