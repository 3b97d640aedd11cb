/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { databaseError } from '#db/error';
import { race } from '#db/testing/race-test';
import { addDays } from '#domain/date';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { alone } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import { spendAll } from '#server/auth/testing/spend-all';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn, usesOf } from '#server/protection/testing/rules';
import { tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { expectClearing, rowOf, settleAll } from '../orders/testing/order-scene.ts';
import { compare } from '../reconcile/compare.ts';
import { auditedChanges, deliverEvent } from '../testing/scene.ts';
import { returnScene } from './testing/return-scene.ts';

const test = base.extend('scene', () => returnScene());

const textOf = async (call: Promise<unknown>) => (await refusalOf(call)).error.replaceAll('\u00a0', ' ');

const BECAUSE = { reason: 'duplicate' } as const;

test('from R$ 500,00 a day on a session gives back with a fresh proof only, where the rules hold', async ({
  scene: { bank, bruno, arrive },
}) => {
  await turnRulesOn(bank, bruno.user);
  const { id } = await arrive(900);
  const unproven = sessionOf(bank, bruno, { proven: null });
  const giveBack = (call: typeof unproven, amount: string) => call.pix.giveBack({ id, amount, ...BECAUSE });
  await giveBack(unproven, '499.00');
  const signedInAt = bank.clock.real();
  const copied = sessionOf(bank, bruno, { signedInAt, proven: signedInAt });
  for (const call of [unproven, copied]) expect(await codeOf(giveBack(call, '1.00'))).toBe('REAUTHENTICATE');
  await giveBack(sessionOf(bank, bruno), '1.00');
  bank.clock.passSeconds(24 * 3600);
  await giveBack(unproven, '100.00');
});

test('a hundred returns are made in a day', async ({ scene: { bank, bruno, arrive } }) => {
  const { id } = await arrive(10);
  await spendAll(bank, 'giveBack', bruno.user.id);
  expect(await codeOf(bruno.call.pix.giveBack({ id, amount: '1.00', ...BECAUSE }))).toBe('TOO_MANY_ATTEMPTS');
});

test('refused calls of a token leave its owner every return of the day', async ({
  scene: { bank, bruno, arrive },
}) => {
  const { id } = await arrive(10);
  const token = tokenCallerOf(bank, bruno.user);
  await countAttempt(bank, 'giveBack', alone(`${bruno.user.id}/tokens`), ATTEMPT_LIMITS.giveBack.max);
  const part = { id, amount: '1.00', ...BECAUSE };
  expect(await codeOf(token.pix.giveBack(part))).toBe('TOO_MANY_ATTEMPTS');
  await bruno.call.pix.giveBack(part);
});

describe('giving back a received PIX', () => {
  test('a PIX is given back in parts, each linked to it, until nothing is left', async ({
    scene: { bank, bruno, arrive, centsOf, refundsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    const first = await bruno.call.pix.giveBack({ id, amount: '30.00', ...BECAUSE });
    expect(first).toMatchObject({
      kind: 'return',
      status: 'done',
      amount: '30.00',
      description: 'Devolução de PIX de Carla Dias',
      to: { name: 'Carla Dias', document: '***.533.447-**', pixKey: null },
      endToEndId: expect.stringMatching(/^D/),
    });
    expect(await centsOf(bruno)).toBe(5_000);
    const seen = await bruno.call.pix.returns({ id });
    expect(seen).toMatchObject({
      original: { transactionId: id, amount: '80.00', name: 'Carla Dias', isReceived: true },
      left: '50.00',
      until: addDays(bank.clock.today(), 90),
      returns: [
        { transactionId: first.id, amount: '30.00', status: 'done', reason: 'Pagamento em duplicidade' },
      ],
    });
    expect(await bruno.call.pix.returns({ id: first.id })).toEqual(seen);
    await bruno.call.pix.giveBack({ id, amount: '50.00', reason: 'other', reasonText: 'Venda desfeita' });
    expect(await bruno.call.pix.returns({ id })).toMatchObject({ left: '0.00' });
    expect(await centsOf(bruno)).toBe(0);
    expect(refundsOf(providerId)).toMatchObject([
      { status: 'DONE', amountCents: 3_000, description: `Pagamento em duplicidade ${first.id}` },
      { status: 'DONE', amountCents: 5_000, description: expect.stringContaining('Venda desfeita') },
    ]);
    expect(await auditedChanges(bank, 'give_back_pix')).toMatchObject([
      { amount: '30.00', received: id, reason: 'duplicate' },
      { amount: '50.00', received: id, reason: 'other' },
    ]);
    // The provider's events change nothing: the money left with the returns.
    await deliverEvent(bank, bruno, { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId });
    await deliverEvent(bank, bruno, { event: 'PAYMENT_REFUNDED', objectId: providerId });
    expect(await centsOf(bruno)).toBe(0);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await textOf(bruno.call.pix.giveBack({ id, amount: '0.01', ...BECAUSE }))).toBe(
      'Este PIX já foi devolvido por inteiro',
    );
  });

  test('the statement, the receipt and the verification show a return', async ({
    scene: { bruno, arrive },
  }) => {
    const { id } = await arrive(80);
    const { id: returned, authCode } = await bruno.call.pix.giveBack({ id, amount: '30.00', ...BECAUSE });
    const { entries } = await bruno.call.account.ledger({ account: 'external' });
    expect(entries[0]).toMatchObject({
      transactionId: returned,
      kind: 'pix',
      isDebit: true,
      description: 'Devolução de PIX de Carla Dias',
      counterparty: { name: 'Carla Dias' },
    });
    expect(await bruno.call.account.verifyDocument({ code: authCode })).toMatchObject({
      title: 'Comprovante de devolução de PIX',
      amount: '30.00',
    });
  });

  test('more than is left, a day too late and what is no received PIX are refused with what to do', async ({
    scene: { bank, simulator, ana, bruno, arrive, pay },
  }) => {
    const { id } = await arrive(80);
    await bruno.call.pix.giveBack({ id, amount: '68.00', ...BECAUSE });
    const more = () => bruno.call.pix.giveBack({ id, amount: '12.01', ...BECAUSE });
    expect(await textOf(more())).toBe('Restam R$ 12,00 a devolver deste PIX: escolha um valor até esse');
    expect(await codeOf(ana.call.pix.giveBack({ id, amount: '1.00', ...BECAUSE }))).toBe('NOT_FOUND');
    expect(await codeOf(ana.call.pix.returns({ id }))).toBe('NOT_FOUND');
    const { sent } = await pay('10.00');
    expect(await codeOf(ana.call.pix.giveBack({ id: sent, amount: '1.00', ...BECAUSE }))).toBe(
      'NOT_A_RECEIVED_PIX',
    );
    await simulator.goDown();
    expect(await codeOf(bruno.call.pix.giveBack({ id, amount: '1.00', ...BECAUSE }))).toBe('PROVIDER_FAILED');
    await simulator.comeBack();
    bank.clock.passSeconds(90 * 86_400);
    expect(await codeOf(more())).toBe('RETURN_TOO_MUCH');
    expect(await bruno.call.pix.returns({ id })).toMatchObject({ left: '12.00' });
    bank.clock.passSeconds(86_400);
    expect(await textOf(more())).toMatch(/^O prazo de 90 dias .* faça um PIX para quem pagou\.$/);
    expect(await bruno.call.pix.returns({ id })).toMatchObject({ left: '0.00' });
  });

  test('bad input is refused', async ({ scene: { nobody, bruno, admin, arrive } }) => {
    const { id } = await arrive(80);
    const bad = [
      { id, amount: '0.00', ...BECAUSE },
      { id, amount: '1.00', reason: 'because' as never },
      { id, amount: '1.00', reason: 'other' as const },
      { id, amount: '1.00', ...BECAUSE, reasonText: 'x'.repeat(141) },
    ];
    for (const input of bad) expect(await codeOf(bruno.call.pix.giveBack(input))).toBe('VALIDATION');
    const input = { id, amount: '1.00', ...BECAUSE };
    expect(await codeOf(nobody.pix.giveBack(input))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.pix.giveBack(input))).toBe('FORBIDDEN');
  });

  test('a frozen account, its own or by the bank, and one without the money give nothing back', async ({
    scene: { bank, admin, bruno, arrive },
  }) => {
    const { id } = await arrive(80);
    const whole = () => bruno.call.pix.giveBack({ id, amount: '80.00', ...BECAUSE });
    await bruno.call.pix.move({ direction: 'out', amount: '50.00' });
    expect(await codeOf(whole())).toBe('INSUFFICIENT_FUNDS');
    await admin.call.admin.accounts.freeze({ id: bruno.accountId, reason: 'Conferência' });
    expect(await codeOf(bruno.call.pix.giveBack({ id, amount: '1.00', ...BECAUSE }))).toBe(
      'ACCOUNT_INACTIVE',
    );
    await admin.call.admin.accounts.unfreeze({ id: bruno.accountId, reason: 'Conferido' });
    const frozenAt = bank.clock.real();
    await bank.db.transaction(async (tx) => {
      await tx.insert(tx.tables.protections).values({ userId: bruno.user.id, frozenAt });
    });
    expect(await codeOf(bruno.call.pix.giveBack({ id, amount: '1.00', ...BECAUSE }))).toBe(
      'ACCOUNT_FROZEN_BY_OWNER',
    );
  });

  test('where the rules for money hold, a return counts in no limit, but in the ceilings of tokens and new browsers', async ({
    scene: { bank, bruno, arrive },
  }) => {
    const { id } = await arrive(9_000);
    await turnRulesOn(bank, bruno.user);
    const script = tokenCallerOf(bank, bruno.user);
    expect(await codeOf(script.pix.giveBack({ id, amount: '1000.01', ...BECAUSE }))).toBe('TOKEN_CEILING');
    expect(await script.pix.giveBack({ id, amount: '1000.00', ...BECAUSE })).toMatchObject({
      status: 'done',
    });
    expect(await codeOf(bruno.call.pix.giveBack({ id, amount: '200.01', ...BECAUSE }))).toBe('DEVICE_LIMIT');
    expect(await bruno.call.pix.giveBack({ id, amount: '200.00', ...BECAUSE })).toMatchObject({
      status: 'done',
    });
    const uses = Object.entries(await usesOf(bank, bruno.user));
    expect(uses.map(([period]) => period.split(' ')[0])).toEqual(['token', 'unregistered']);
  });

  test('one key gives back once, and another request with it is refused', async ({
    scene: { bruno, arrive, centsOf },
  }) => {
    const { id } = await arrive(80);
    const input = { id, amount: '30.00', ...BECAUSE, idempotencyKey: 'back-1' };
    const [one, other] = await Promise.all([1, 2].map(() => bruno.call.pix.giveBack(input)));
    expect(one?.id).toBe(other?.id);
    expect(await centsOf(bruno)).toBe(5_000);
    expect(await codeOf(bruno.call.pix.giveBack({ ...input, amount: '31.00' }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  test(
    '64 returns at once give back no more than came',
    race(),
    async ({ scene: { bank, bruno, arrive, centsOf, refundsOf } }) => {
      await arrive(500);
      const { id, providerId } = await arrive(80);
      const codes = await settledCodes(
        Array.from({ length: 64 }, () => bruno.call.pix.giveBack({ id, amount: '9.00', ...BECAUSE })),
      );
      await settleAll(bank);
      expect(codes.filter((code) => code === 'done')).toHaveLength(8);
      expect(new Set(codes.filter((code) => code !== 'done'))).toEqual(new Set(['RETURN_TOO_MUCH']));
      expect(await centsOf(bruno)).toBe(50_800);
      expect(refundsOf(providerId)).toHaveLength(8);
      await expectClearing(bank);
      expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    },
  );

  test('the database itself refuses a return of more than came, or of what is somebody else’s', async ({
    scene: { bank, ana, bruno, arrive, incoming },
  }) => {
    const { id } = await arrive(80);
    const { id: made } = await bruno.call.pix.giveBack({ id, amount: '30.00', ...BECAUSE });
    const row = await rowOf(bank, made);
    const { paymentIntents: intents } = bank.db.tables;
    const other = (await incoming()).find((one) => one.transactionId === id)?.transactionId ?? '';
    const [paid] = await bank.db.select().from(intents).where(eq(intents.id, made));
    const plant = (change: Partial<typeof row>) =>
      bank.db.transaction(async (tx) => {
        const order = { ...row, transactionId: other, intentId: other, ...change };
        const { userId, amountCents, incomingId: target } = order;
        const payment = { ...(paid as NonNullable<typeof paid>), id: other, transactionId: other };
        await tx.insert(tx.tables.paymentIntents).values({ ...payment, userId, amountCents, target });
        await tx.insert(tx.tables.paymentOrders).values(order);
      });
    const refused = { kind: 'guard', message: 'pix.returned' };
    for (const change of [
      { amountCents: 5_001 },
      { amountCents: 1, userId: ana.user.id },
      { amountCents: 1, incomingId: 'pay_unknown' },
    ])
      expect(
        databaseError(await plant(change).catch((error: unknown) => error)),
        Object.keys(change).join(),
      ).toEqual(refused);
    await expect(plant({ amountCents: 1, incomingId: null })).rejects.toThrow();
  });
});
