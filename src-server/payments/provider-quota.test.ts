import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { ATTEMPT_LIMITS, type AttemptKind, BANK_CALLS_FEW } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { spendAll } from '#server/auth/testing/spend-all';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { countBankCalls } from '#server/onboarding/count-bank-calls';
import { callerOf, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { settleOrders } from './orders/order-worker.ts';
import { place, rowOf, settleAll } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { processEvents } from './process-events.ts';
import { callsOf } from './testing/provider-calls.ts';

const { line } = newBankBoleto(10_000, '2026-03-20', 1);
const HALF_A_DAY = 12 * 3600;
const BUSY = { status: 503, code: 'PROVIDER_BUSY', error: expect.stringMatching(/mais tarde/) };

const fill = (bank: TestBank, kind: AttemptKind, who: string, except = 0) =>
  countAttempt(bank, kind, who, ATTEMPT_LIMITS[kind].max - except);

const callerNamed = (bank: TestBank, id: string) =>
  ({ ...bank, user: { id }, token: null, request: { ip: '' } }) as unknown as SignedInContext;

describe('calls with the bank’s own key', () => {
  test('boletos are looked up 20 times a minute and 600 times a day in all sessions of one customer, and others are not affected', async ({
    bank,
    ana,
    bruno,
  }) => {
    const { boletoPreview, boletoPreviewDay } = ATTEMPT_LIMITS;
    const preview = () => ana.call.account.boleto.preview({ line });
    for (let count = 0; count < boletoPreview.max; count += 1) await preview();
    const refused = { status: 429, code: 'TOO_MANY_ATTEMPTS' };
    const more = async () => {
      expect(await refusalOf(preview())).toMatchObject({ ...refused, retryAfterSeconds: 60 });
    };
    expect(await callsOf(bank, more)).toBe(0);
    bank.clock.passSeconds(boletoPreview.windowSeconds);
    await spendAll(bank, 'boletoPreviewDay', ana.user.id, boletoPreview.max + 1);
    await preview();
    expect(await refusalOf(preview())).toMatchObject({
      ...refused,
      retryAfterSeconds: boletoPreviewDay.windowSeconds - boletoPreview.windowSeconds,
    });
    expect(await bruno.call.account.boleto.preview({ line })).toMatchObject({ isConfirmed: true });
  });

  test('boletos looked up by a read-only token do not use up the limit of its owner', async ({
    bank,
    ana,
  }) => {
    const { preview } = tokenCallerOf(bank, ana.user).account.boleto;
    for (let count = 0; count < ATTEMPT_LIMITS.boletoPreview.max; count += 1) await preview({ line });
    expect(await codeOf(preview({ line }))).toBe('TOO_MANY_ATTEMPTS');
    await ana.call.account.boleto.preview({ line });
  });

  test('when all customers have used their share, boletos are shown by their line, and boletos and moves can still be paid', async ({
    bank,
    ana,
  }) => {
    await fill(bank, 'bankLookups', 'bank');
    const preview = async () => {
      expect(await ana.call.account.boleto.preview({ line })).toMatchObject({
        amount: '100.00',
        isConfirmed: false,
      });
    };
    expect(await callsOf(bank, preview)).toBe(0);
    expect(await ana.call.account.boleto.pay({ line })).toMatchObject({ status: 'done' });
    expect(await ana.call.pix.move({ direction: 'in', amount: '1.00' })).toMatchObject({ status: 'done' });
    bank.clock.passSeconds(HALF_A_DAY);
    const { line: other } = newBankBoleto(5_000, '2026-03-20', 2);
    expect(await ana.call.account.boleto.preview({ line: other })).toMatchObject({ isConfirmed: true });
  });

  test('boletos and moves are limited per customer and in all, before the provider is called, and nothing is placed', async ({
    bank,
    ana,
    bruno,
  }) => {
    const orders = () => bank.db.$count(bank.db.tables.paymentOrders);
    const before = await orders();
    const asks = [
      () => ana.call.account.boleto.pay({ line }),
      () => ana.call.pix.move({ direction: 'in', amount: '1.00' }),
      () => ana.call.pix.move({ direction: 'out', amount: '1.00' }),
    ];
    const expectEach = async (refused: object) => {
      for (const ask of asks) expect(await refusalOf(ask())).toMatchObject(refused);
    };
    const work = async () => {
      bank.clock.passSeconds(60);
      await fill(bank, 'bankOrder', ana.user.id);
      await expectEach({ status: 429, retryAfterSeconds: 60 });
      expect(await codeOf(bruno.call.account.boleto.pay({ line: '123' }))).toBe('VALIDATION');
      bank.clock.passSeconds(60);
      await fill(bank, 'bankOrders', 'bank', 1);
      await expectEach({ ...BUSY, retryAfterSeconds: HALF_A_DAY - 120 });
    };
    expect(await callsOf(bank, work)).toBe(0);
    expect(await orders()).toBe(before);
    expect(await ana.call.account.boleto.preview({ line })).toMatchObject({ isConfirmed: true });
  });

  test('ten customers, each also with a token, use up half of the boletos and moves of all, and others keep the rest', async ({
    bank,
    ana,
  }) => {
    const callers = Array.from({ length: 20 }, (_, place) => callerNamed(bank, `caller ${place}`));
    // As if most of what they may do had been done.
    await fill(bank, 'bankOrdersOften', 'bank', 50);
    await fill(bank, 'bankOrders', 'bank', 200);
    let full: object | null = null;
    for (const caller of callers)
      for (let call = 0; call < 15; call += 1) full = await countBankCalls(caller, 'order');
    expect(full).toEqual({ who: 'bank', waitSeconds: HALF_A_DAY });
    expect(await ana.call.account.boleto.pay({ line })).toMatchObject({ status: 'done' });
    expect(await ana.call.pix.move({ direction: 'in', amount: '1.00' })).toMatchObject({ status: 'done' });
  });

  test('who has made many look-ups shares half of them with others who have, and who has made few gets the rest', async ({
    bank,
    ana,
  }) => {
    await fill(bank, 'bankLookupsOften', 'bank');
    const isConfirmed = async () => (await ana.call.account.boleto.preview({ line })).isConfirmed;
    for (let call = 0; call < BANK_CALLS_FEW; call += 1) expect(await isConfirmed()).toBe(true);
    expect(await isConfirmed()).toBe(false);
    bank.clock.passSeconds(HALF_A_DAY);
    expect(await isConfirmed()).toBe(true);
  });

  test('a payment repeated under its key asks the provider nothing while its order is under way', async ({
    bank,
    ana,
    simulator,
  }) => {
    simulator.simulator.switches.settleMs = 600_000;
    const pay = () => ana.call.account.boleto.pay({ line, idempotencyKey: 'um' });
    const first = await pay();
    expect(first).toMatchObject({ status: 'processing' });
    const repeat = async () => {
      expect(await pay()).toMatchObject({ id: first.id, status: 'processing' });
    };
    expect(await callsOf(bank, repeat)).toBe(0);
    await simulator.settle();
    await settleAll(bank);
  });
});

describe('a provider that answers 429', () => {
  test('while the provider answers 429 boletos are shown by their line, and other calls say when to try again', async ({
    bank,
    ana,
    simulator,
  }) => {
    Object.assign(simulator.simulator.faults, { quota: 1 });
    await ana.call.account.boleto.preview({ line });
    expect(await ana.call.account.boleto.preview({ line })).toMatchObject({
      amount: '100.00',
      beneficiary: null,
      isConfirmed: false,
    });
    const before = await bank.db.$count(bank.db.tables.transactions);
    expect(await refusalOf(ana.call.account.boleto.pay({ line }))).toMatchObject({
      ...BUSY,
      retryAfterSeconds: HALF_A_DAY,
    });
    // Ana's own key has one call of its own.
    await ana.call.pix.balance();
    for (const ask of [ana.call.pix.balance, ana.call.pix.keys.list])
      expect(await refusalOf(ask())).toMatchObject({ ...BUSY, retryAfterSeconds: HALF_A_DAY });
    expect(await bank.db.$count(bank.db.tables.transactions)).toBe(before);
    Object.assign(simulator.simulator.faults, { quota: 0 });
    expect(await ana.call.account.boleto.pay({ line })).toMatchObject({ status: 'done' });
  });

  test('a payment and a move whose sending is answered 429 stay open, are tried less and less often, and are done once the quota is free', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const { faults } = simulator.simulator;
    // The boleto is found; sending it is one call too many.
    faults.quota = 1;
    const { id } = await ana.call.account.boleto.pay({ line });
    const moved = await place(scene, 4_000, 'move_out');
    const tries = async (seconds: number) =>
      callsOf(bank, async () => {
        for (let passed = 0; passed < seconds; passed += 2) {
          bank.clock.passSeconds(2);
          await settleOrders(bank);
        }
      });
    const first = await tries(20);
    await tries(400);
    expect(await tries(20)).toBeLessThan(first);
    for (const one of [id, moved])
      expect(await rowOf(bank, one)).toMatchObject({ status: 'reserved', attempts: 0, failReason: null });
    faults.quota = 0;
    await settleAll(bank);
    for (const one of [id, moved])
      expect(await rowOf(bank, one)).toMatchObject({ status: 'done', attempts: 1 });
  });

  test('an order of unknown outcome is neither sent again nor given back while look-ups are answered 429', async ({
    scene,
    bank,
    simulator,
  }) => {
    const { faults } = simulator.simulator;
    Object.assign(faults, { dropAfter: 1, onlyPosts: true });
    const moved = await place(scene, 4_000);
    await settleOrders(bank);
    expect(await rowOf(bank, moved)).toMatchObject({ status: 'sending', attempts: 1 });
    Object.assign(faults, { dropAfter: 0, onlyPosts: false, tooMany: 1 });
    for (let hour = 0; hour < 3; hour += 1) {
      bank.clock.passSeconds(3600);
      await settleOrders(bank);
      expect(await rowOf(bank, moved)).toMatchObject({ status: 'sending', attempts: 1 });
    }
    faults.tooMany = 0;
    await settleAll(bank);
    expect(await rowOf(bank, moved)).toMatchObject({ status: 'done', attempts: 1 });
  });

  test('events about objects that no order names ask the provider up to a limit, known ones always', async ({
    bank,
    ana,
  }) => {
    const event = async (objectId: string, id: string) => {
      const at = bank.clock.real();
      await bank.db.transaction(async (tx) => {
        const row = { id, event: 'BILL_PAID', objectId, receivedAt: at, attempts: 0, nextAttemptAt: at };
        await tx.insert(tx.tables.providerEvents).values(row);
      });
      return callsOf(bank, () => processEvents(bank));
    };
    await ana.call.account.boleto.pay({ line });
    const { paymentOrders } = bank.db.tables;
    const [order] = await bank.db.select().from(paymentOrders).where(eq(paymentOrders.kind, 'boleto'));
    await fill(bank, 'bankEvents', 'bank', 1);
    expect(await event('unknown', 'one')).toBe(1);
    expect(await event('unknown', 'two')).toBe(0);
    expect(await event(order?.providerId ?? '', 'three')).toBe(1);
    bank.clock.passSeconds(HALF_A_DAY);
    expect(await event('unknown', 'four')).toBe(1);
  });
});

test('a token that only reads uses up a part of its owner’s calls at the provider, and the owner pays on', async ({
  bank,
  ana,
}) => {
  const token = { id: newId(), mayMoveMoney: false, perCallCents: null, perDayCents: null };
  const { pix } = callerOf(bank, ana.user, { session: null, token });
  await fill(bank, 'readerCalls', ana.user.id, 1);
  await pix.balance();
  const asking = [pix.balance, pix.keys.list, pix.account, pix.documents.list, pix.claims.list];
  const refused = async () => {
    for (const ask of asking) expect(await codeOf(ask())).toBe('TOO_MANY_ATTEMPTS');
  };
  expect(await callsOf(bank, refused)).toBe(0);
  await ana.call.pix.balance();
  await tokenCallerOf(bank, ana.user).pix.balance();
  bank.clock.passSeconds(HALF_A_DAY);
  await pix.balance();
});
