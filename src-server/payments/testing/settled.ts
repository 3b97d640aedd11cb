import { and, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { expect } from 'vitest';
import { parseDecimal } from '#domain/money';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { verifyAudit } from '#server/audit/verify';
import { advanceCovered } from '#server/cover/cover-worker';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { NO_FAULTS } from '#simulator/faults';
import { advanceCharges, endCharges } from '../charges/charge-worker.ts';
import { followClaims } from '../claims/claim-worker.ts';
import { settleOrders } from '../orders/order-worker.ts';
import { processEvents } from '../process-events.ts';
import { compare } from '../reconcile/compare.ts';
import { type ChaosScene, until } from './chaos-scene.ts';
import type { Sent } from './payments-sent.ts';
import { externalRow } from './scene.ts';
import { strayPayments } from './stray-payments.ts';

type Effect = { externalReference: string | null; count: number; statuses: string[]; value: number };
type Effects = {
  transfers: Effect[];
  bills: Effect[];
  codes: { description: string | null; value: number; status: string }[];
  refunds: Effect[];
  payments: { id: string }[];
  accounts: { id: string; cpfCnpj: string; balance: number }[];
  events: number;
  waitingEvents: boolean;
};

const cents = (value: number): number => parseDecimal(String(value)) ?? Number.NaN;

export async function effectsOf({ simulator }: ChaosScene): Promise<Effects> {
  const { body } = await simulator.control('GET', '/simulator/effects');
  return body as unknown as Effects;
}

/** Turns faults off and lets everything finish; shortens pauses except the grace. */
export async function settle(scene: ChaosScene): Promise<void> {
  const { bank, simulator } = scene;
  const { seed: _seed, ...off } = NO_FAULTS;
  await simulator.control('POST', '/simulator/faults', off);
  await until(
    'everything settles',
    async () => {
      // A look-up of the previous round may have moved a payment whose event is still on its way.
      const isSettled = (await openThings(scene)) === 0;
      await simulator.settle();
      await hurry(scene);
      await settleOrders(bank);
      await endCharges(bank);
      await advanceCharges(bank);
      await advanceCovered(bank);
      await followClaims(bank);
      await processEvents(bank);
      const { waitingEvents } = await effectsOf(scene);
      return isSettled && !waitingEvents && (await openThings(scene)) === 0;
    },
    600_000,
  );
}

async function hurry({ bank: { db, clock, provider } }: ChaosScene): Promise<void> {
  const now = clock.real();
  const graceAgo = new Date(now.getTime() - provider.graceSeconds * 1000);
  await db.transaction(async (tx) => {
    const { charges, coveredPayments: covered, keyClaims: claims } = tx.tables;
    const { paymentOrders: orders, providerEvents: events } = tx.tables;
    await tx.update(covered).set({ nextLookAt: now }).where(isNotNull(covered.nextLookAt));
    await tx
      .update(orders)
      .set({ nextLookAt: now })
      .where(inArray(orders.status, ['reserved', 'processing']));
    await tx
      .update(orders)
      .set({ nextLookAt: now })
      .where(and(eq(orders.status, 'sending'), lte(orders.sentAt, graceAgo)));
    await tx
      .update(charges)
      .set({ nextLookAt: now })
      .where(and(isNotNull(charges.nextLookAt), lte(charges.sentAt, graceAgo)));
    const isAnswered = or(isNotNull(claims.providerId), lte(claims.createdAt, graceAgo));
    await tx
      .update(claims)
      .set({ nextLookAt: now })
      .where(and(isNotNull(claims.nextLookAt), isAnswered));
    await tx.update(events).set({ nextAttemptAt: now }).where(isNull(events.processedAt));
  });
}

export async function openThings({ bank: { db } }: ChaosScene): Promise<number> {
  const { charges, coveredPayments: covered, keyClaims: claims } = db.tables;
  const { paymentOrders: orders, providerEvents: events } = db.tables;
  const open = await db.$count(orders, inArray(orders.status, [...OPEN_ORDER_STATUSES]));
  const unsettled =
    (await db.$count(charges, isNotNull(charges.nextLookAt))) +
    (await db.$count(claims, isNotNull(claims.nextLookAt))) +
    (await db.$count(covered, isNull(covered.concludedAt)));
  return open + unsettled + (await db.$count(events, isNull(events.processedAt)));
}

/** Each payment has exactly one effect at the provider, or none and the money is back; balances agree on both sides. */
export async function expectBothSidesAgree(scene: ChaosScene, sent: readonly Sent[]) {
  const { bank } = scene;
  const effects = await effectsOf(scene);
  const counts = await expectOneEffectEach(scene, sent, effects);
  await expectEqualBalances(scene, effects);
  const forged = await expectGenuineEvents(scene, effects);
  expect(await compare(bank)).toMatchObject({
    differences: [],
    booked: 0,
    checks: expect.not.arrayContaining([expect.objectContaining({ ok: null })]),
  });
  expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'provider_clearing'))).toBe(0);
  expect(await strayPayments(bank.db)).toEqual([]);
  expect(await verifyLedger(bank.db)).toMatchObject({ ok: true, differences: [] });
  expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
  return { ...counts, events: effects.events, forged };
}

/** Returns the number of forged events with the right token, which had no effect. */
async function expectGenuineEvents({ bank: { db } }: ChaosScene, { events }: Effects): Promise<number> {
  const kept = await db.select({ id: db.tables.providerEvents.id }).from(db.tables.providerEvents);
  const forged = kept.filter(({ id }) => FORGED.test(id)).length;
  expect(kept.length - forged).toBe(events);
  expect(forged).toBeGreaterThan(0);
  return forged;
}

/** Genuine ids are one digit shorter. */
const FORGED = /^evt_[0-9a-f]{32}f$/;

async function expectOneEffectEach({ bank }: ChaosScene, sent: readonly Sent[], effects: Effects) {
  const { coveredPayments, paymentOrders } = bank.db.tables;
  const orders = await bank.db.select().from(paymentOrders);
  const covered = await bank.db.select().from(coveredPayments);
  // A cover is followed by its payment, or goes back.
  const followed = covered
    .flatMap(({ orderId, returnId }) => [orderId, returnId])
    .filter((id) => id !== null);
  const amounts = new Map(sent.map(({ id, amountCents }) => [id, amountCents]));
  expect(orders.map(({ transactionId: id }) => id).sort()).toEqual([...amounts.keys(), ...followed].sort());
  const byReference = effectsByReference(effects);
  const wrong: unknown[] = [];
  const counts = { done: 0, failed: 0, failedUnsent: 0, sentAgain: 0 };
  for (const order of orders) {
    const { transactionId: id, amountCents, status, attempts } = order;
    const effect = byReference.get(id);
    const value = status === 'done' ? amountCents : 0;
    const isRight =
      amountCents === (amounts.get(id) ?? amountCents) &&
      (status === 'done' || status === 'failed') &&
      (effect ? effect.count === 1 && cents(effect.value) === value : status === 'failed');
    if (!isRight) wrong.push({ id, order, effect });
    byReference.delete(id);
    if (status === 'done') counts.done += 1;
    else counts[effect ? 'failed' : 'failedUnsent'] += 1;
    if (attempts > 1) counts.sentAgain += 1;
  }
  expect(wrong).toEqual([]);
  expect([...byReference.values()]).toEqual([]);
  return { ...counts, covered: covered.filter(({ status }) => status === 'done').length };
}

/** A paid code has its reference at the end of its description. */
function effectsByReference({ transfers, bills, refunds, codes }: Effects): Map<string | null, Effect> {
  const found = new Map([...transfers, ...bills, ...refunds].map((one) => [one.externalReference, one]));
  for (const { description, status, value } of codes) {
    const externalReference = description?.split(' ').at(-1) ?? null;
    const { count = 0, statuses = [], value: before = 0 } = found.get(externalReference) ?? {};
    found.set(externalReference, {
      externalReference,
      count: count + 1,
      statuses: [...statuses, status],
      value: before + value,
    });
  }
  return found;
}

async function expectEqualBalances({ bank, payers, coverers }: ChaosScene, effects: Effects): Promise<void> {
  const customers = [...payers, ...coverers];
  const { incomingPayments } = bank.db.tables;
  expect(await bank.db.$count(incomingPayments)).toBe(effects.payments.length);
  let externalCents = 0;
  for (const { customer } of customers) {
    const { accountId } = await externalRow(bank, customer.user.id);
    const ledgerCents = await balanceOf(bank.db, accountId ?? '');
    const [user] = await bank.db
      .select({ cpf: bank.db.tables.users.cpf })
      .from(bank.db.tables.users)
      .where(eq(bank.db.tables.users.id, customer.user.id));
    const there = effects.accounts.find(({ cpfCnpj }) => cpfCnpj === user?.cpf);
    expect(cents(there?.balance ?? Number.NaN)).toBe(ledgerCents);
    externalCents += ledgerCents;
  }
  // The bank's net money at the provider: its own account less its opening balance, and its customers'.
  const [root, ...others] = effects.accounts;
  const cashCents = await balanceOf(bank.db, await bankAccountId(bank.db, 'provider_cash'));
  expect(others).toHaveLength(customers.length);
  expect(cents(root?.balance ?? Number.NaN) - OPENING_CENTS + externalCents).toBe(-cashCents);
}

const OPENING_CENTS = 100_000_000_000;
