/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { alone } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import { spendAll } from '#server/auth/testing/spend-all';
import { noteMoment } from '#server/kernel/clock-watch';
import { newId } from '#server/kernel/id';
import { verifyLedger } from '#server/ledger/verify';
import { turnRulesOn, usesOf } from '#server/protection/testing/rules';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import { atProvider, settleAll } from '../orders/testing/order-scene.ts';
import { test as orderTest } from '../orders/testing/order-test.ts';
import { compare } from '../reconcile/compare.ts';
import { putRules } from './testing/rules-in-force.ts';
import { reservedOf, scriptOf } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

const KEY = 'maria@correio.example';
const REASON = 'Conferido por telefone';
const HOLD_NEW_PAYEES = { stepUpFrom: 20, holdFrom: 20 };

/** Ana has R$ 1.000,00, and R$ 800,00 in the external account; the rules hold for her. */
const test = orderTest.extend('script', async ({ bank, ana }) => {
  await ana.call.pix.move({ direction: 'in', amount: '300.00' });
  await turnRulesOn(bank, ana.user);
  return scriptOf(bank, ana.user);
});

describe('a first PIX above R$ 500,00', () => {
  test('waits out of the external account, agrees with the provider, and is then an order sent once', async ({
    scene,
    bank,
    ana,
    script,
  }) => {
    const sent = { pixKey: KEY, amount: '600.00', description: 'Sofá', idempotencyKey: newId() };
    const held = await script.pix.transfer(sent);
    expect(held).toMatchObject({
      type: 'transfer',
      kind: 'pix',
      status: 'held',
      releaseAt: expect.any(String),
      amount: '600.00',
      balanceAfter: '200.00',
      to: { pixKey: KEY },
      description: 'Reservado até 12:10: Sofá',
    });
    expect(await script.pix.transfer(sent)).toEqual(held);
    expect(await script.pix.order({ id: held.id })).toMatchObject({ status: 'held' });
    expect(await reservedOf(bank, ana.user.id)).toBe(60_000);
    expect(await scene.balances()).toMatchObject({ checking: 70_000, external: 20_000, clearing: 0 });
    expect((await compare(bank)).differences).toEqual([]);
    bank.clock.passSeconds(600);
    await Promise.all([releaseDue(bank), releaseDue(bank)]);
    expect(await scene.balances()).toMatchObject({ external: 20_000, clearing: 60_000 });
    await settleAll(bank);
    const order = await script.pix.order({ id: held.id });
    expect(order).toMatchObject({ kind: 'pix', status: 'done', amount: '600.00', description: 'Sofá' });
    expect(order.id).not.toBe(held.id);
    expect(atProvider(scene, order.id)).toMatchObject([{ status: 'DONE', amountCents: 60_000 }]);
    expect(await scene.balances()).toMatchObject({ external: 20_000, clearing: 0, cash: 60_000 });
    expect((await compare(bank)).differences).toEqual([]);
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });

  test('to a number that nobody named counts when it is asked for, and is made however many others did since', async ({
    scene,
    bank,
    ana,
    script,
  }) => {
    const { max } = ATTEMPT_LIMITS.unnamedPayee;
    const sent = { pixKey: '111.444.777-35', amount: '600.00', description: 'Sofá' };
    expect(await script.pix.transfer(sent)).toMatchObject({ status: 'held' });
    expect(await countAttempt(bank, 'unnamedPayee', alone(`${ana.user.id}/tokens`), max - 1)).toBe(max);
    await spendAll(bank, 'unnamedPayee', ana.user.id);
    expect(await codeOf(script.pix.transfer({ ...sent, pixKey: '(11) 98765-4321' }))).toBe(
      'TOO_MANY_ATTEMPTS',
    );
    bank.clock.passSeconds(600);
    await releaseDue(bank);
    await settleAll(bank);
    expect(await scene.balances()).toMatchObject({ external: 20_000, clearing: 0, cash: 60_000 });
  });

  test('that cannot be sent for half an hour is not made, and gives its limits back once', async ({
    scene,
    bank,
    ana,
    script,
    simulator,
  }) => {
    await script.pix.transfer({ pixKey: KEY, amount: '600.00', description: 'Sofá' });
    const sums = async () => Object.values(await usesOf(bank, ana.user)).map((uses) => uses.pix_person);
    expect(await sums()).toEqual([60_000, 60_000, 60_000]);
    await simulator.goDown();
    bank.clock.passSeconds(600);
    await releaseDue(bank);
    // Nothing is begun while the provider is away; after half an hour the money is back.
    expect(await reservedOf(bank, ana.user.id)).toBe(60_000);
    bank.clock.passSeconds(1_800);
    await releaseDue(bank);
    expect(await reservedOf(bank, ana.user.id)).toBe(0);
    expect(await scene.balances()).toMatchObject({ external: 80_000, clearing: 0 });
    expect(await sums()).toEqual([0, 0, 0]);
  });
});

describe('held for review', () => {
  test('a PIX approved while the provider is away is sent once it is back', async ({
    scene,
    bank,
    admin,
    script,
    simulator,
  }) => {
    await putRules(bank, admin, HOLD_NEW_PAYEES);
    const held = await script.pix.transfer({ pixKey: KEY, amount: '300.00', description: 'Sofá' });
    expect(held).toMatchObject({ status: 'held', description: 'Em análise: Sofá' });
    await simulator.goDown();
    await admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    await releaseDue(bank);
    expect(await scene.balances()).toMatchObject({ external: 50_000, clearing: 0 });
    await simulator.comeBack();
    bank.clock.passSeconds(60);
    await releaseDue(bank);
    await settleAll(bank);
    expect(await script.pix.order({ id: held.id })).toMatchObject({ status: 'done', amount: '300.00' });
    expect(await scene.balances()).toMatchObject({ external: 50_000, clearing: 0, cash: 30_000 });
  });

  test("a PIX approved while the provider is away is not given up while the machine's clock is ahead", async ({
    bank,
    ana,
    admin,
    script,
    simulator,
  }) => {
    await putRules(bank, admin, HOLD_NEW_PAYEES);
    await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
    const { id } = await script.pix.transfer({ pixKey: KEY, amount: '300.00', description: 'Sofá' });
    await simulator.goDown();
    await admin.call.admin.reviews.decide({ id, decision: 'approved', reason: REASON });
    bank.clock.passSeconds(40 * 86_400);
    await releaseDue(bank);
    expect(await reservedOf(bank, ana.user.id)).toBe(30_000);
  });

  test('a boleto that is refused is given back and can be paid again', async ({
    scene,
    bank,
    admin,
    script,
  }) => {
    await putRules(bank, admin, HOLD_NEW_PAYEES);
    const { line } = newBankBoleto(30_000, '2026-03-20', 1);
    const held = await script.account.boleto.pay({ line });
    expect(held).toMatchObject({ status: 'held', amount: '300.00' });
    await admin.call.admin.reviews.decide({ id: held.id, decision: 'refused', reason: REASON });
    await releaseDue(bank);
    expect(await script.pix.order({ id: held.id })).toMatchObject({ status: 'failed', failReason: REASON });
    expect(await scene.balances()).toMatchObject({ checking: 70_000, clearing: 0 });
    expect(await script.account.boleto.pay({ line })).toMatchObject({ status: 'held' });
  });
});

test('a first boleto above R$ 500,00 waits, is undone, and can be paid again', async ({
  scene,
  bank,
  script,
}) => {
  const { line } = newBankBoleto(60_000, '2026-03-20', 1);
  // Its money is not reserved twice, also when it is asked for twice at once.
  const held: Record<string, unknown>[] = [];
  const pay = async () => void held.push(await script.account.boleto.pay({ line }));
  const refused = 'BOLETO_ALREADY_PAID';
  expect((await settledCodes([pay(), pay(), pay()])).toSorted()).toEqual([refused, refused, 'done']);
  expect(await settledCodes([pay()])).toEqual([refused]);
  const id = String(held[0]?.id);
  expect(held[0]).toMatchObject({
    type: 'payment',
    status: 'held',
    amount: '600.00',
    line,
    beneficiary: expect.any(String),
  });
  expect(await scene.balances()).toMatchObject({ checking: 10_000, clearing: 0 });
  await script.account.waiting.undo({ id });
  expect(await script.pix.order({ id })).toMatchObject({
    status: 'failed',
    failReason: 'Desfeito por você',
  });
  expect(await scene.balances()).toMatchObject({ checking: 70_000 });
  expect(await script.account.boleto.pay({ line })).toMatchObject({ status: 'held' });
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  await settleAll(bank);
  expect(await scene.balances()).toMatchObject({ checking: 10_000, clearing: 0, cash: 60_000 });
  expect(await codeOf(script.account.boleto.pay({ line }))).toBe('BOLETO_ALREADY_PAID');
});

test('a boleto that waited is given back when it is registered for somebody else by then', async ({
  scene,
  bank,
  script,
  simulator,
}) => {
  const { line } = newBankBoleto(60_000, '2026-03-20', 1);
  const held = await script.account.boleto.pay({ line });
  simulator.simulator.switches.beneficiary = 'Outra Empresa';
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  expect(await script.pix.order({ id: held.id })).toMatchObject({
    status: 'failed',
    failReason: 'Este boleto agora é de outro beneficiário, e o valor voltou para a sua conta.',
  });
  expect(await scene.balances()).toMatchObject({ checking: 70_000, cash: 0 });
});

test('a covered payment to a new payee waits with its cover, and is undone as a whole into the paying account', async ({
  scene,
  bruno,
  script,
}) => {
  const transfer = { accountNumber: bruno.accountNumber, amount: '800.00', description: 'Sofá' };
  const paid = await script.account.cover.pay({ cover: '100.00', transfer, idempotencyKey: newId() });
  expect(paid).toMatchObject({ status: 'done', transfer: { status: 'held' } });
  expect(await scene.balances()).toMatchObject({ checking: 0, external: 70_000 });
  await script.account.waiting.undo({ id: paid.transfer?.id ?? '' });
  expect(await scene.balances()).toMatchObject({ checking: 80_000, external: 70_000 });
});
