import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { addDays } from '#domain/date';
import { secondsAfter } from '#domain/moment';
import { toDecimal } from '#domain/money';
import type { ChaosScene, Payer } from './chaos-scene.ts';
import { until } from './chaos-scene.ts';
import { sendUntilTaken } from './payments-sent.ts';

/** What becomes of a charge: `raced` is paid and cancelled at once, `again` paid a second time by somebody who had read its code. */
const FATES = ['paid', 'paid', 'raced', 'cancelled', 'again', 'left'] as const;
type Fate = (typeof FATES)[number];

export type Charged = { id: string; amountCents: number; fate: Fate };

/** Among these one is asked for twice at once, with one key. */
const DOUBLED_EVERY = 4;
/** Among these one has a due date, with a fine and interest; no divisor of the fates, so that each has some. */
const DATED_EVERY = 5;
const TERMS = { fine: { mode: 'percent', value: '2' }, interest: '1' };
const AT_ONCE = 8;

/** Charges under faults, each repeated under its key until it is taken; then somebody outside pays, or its owner cancels. */
export async function chargeAll(scene: ChaosScene, count: number): Promise<Charged[]> {
  const done: Charged[] = [];
  let next = 0;
  const sender = async () => {
    for (let place = next++; place < count; place = next++) done.push(await chargeOne(scene, place));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return done;
}

async function chargeOne(scene: ChaosScene, place: number): Promise<Charged> {
  const payer = scene.payers[place % scene.payers.length];
  if (!payer) throw new Error('no payers');
  const amountCents = 7_000 + place;
  const fate = FATES[place % FATES.length] ?? 'left';
  const request = {
    payer,
    amountCents,
    path: '/api/charges',
    body: {
      amount: toDecimal(amountCents),
      description: `Prova ${place}`,
      // Nothing is late or discounted on the day it is made: it is paid as it was asked for.
      ...(place % DATED_EVERY === 1 && { dueDate: addDays(scene.bank.clock.today(), 10), ...TERMS }),
    },
    key: `cobranca-${place}`,
  };
  const ids = await Promise.all(
    Array.from({ length: place % DOUBLED_EVERY === 0 ? 2 : 1 }, () => sendUntilTaken(scene, request)),
  );
  if (new Set(ids).size !== 1) throw new Error(`one key made several charges: ${ids.join(', ')}`);
  const id = ids[0] ?? '';
  await settleFate(scene, { id, fate, payer });
  return { id, amountCents, fate };
}

type Fated = { id: string; fate: Fate; payer: Payer };

async function settleFate(scene: ChaosScene, { id, fate, payer }: Fated): Promise<void> {
  if (fate === 'left') return;
  if (fate === 'cancelled') return cancel(scene, id, payer);
  const payload = await payloadOf(scene, id);
  const pay = (more: object = {}) => arrive(scene, { payload, payerName: 'Carla Dias', ...more });
  if (fate === 'raced') await Promise.all([pay({ late: true }), cancel(scene, id, payer)]);
  else await pay();
  if (fate === 'again') await pay({ late: true });
}

/** The provider may be going down: then it is paid again, which the first payment may refuse, or which comes beside it. */
async function arrive({ simulator }: ChaosScene, paid: object): Promise<void> {
  const isThere = async () =>
    (await simulator.control('POST', '/simulator/receive', paid).catch(() => null)) !== null;
  await until('a payment from outside', isThere, 600_000);
}

async function payloadOf({ bank }: ChaosScene, id: string): Promise<string> {
  const { charges } = bank.db.tables;
  let payload: string | null = null;
  const isThere = async () => {
    const [row] = await bank.db.select().from(charges).where(eq(charges.id, id));
    payload = row?.payload ?? null;
    // A pause for tries that failed may be a minute; one for an answer that is late is the grace.
    const longAt = secondsAfter(bank.clock.real(), bank.provider.graceSeconds + 1);
    if (row?.nextLookAt && row.nextLookAt > longAt)
      await bank.db.transaction((tx) =>
        tx.update(tx.tables.charges).set({ nextLookAt: bank.clock.real() }).where(eq(charges.id, id)),
      );
    return payload !== null;
  };
  await until(`the code of charge ${id}`, isThere, 600_000);
  return payload ?? '';
}

/** Until the bank says that it is over: its server may have been killed. */
async function cancel({ origin }: ChaosScene, id: string, { authorization }: Payer): Promise<void> {
  const isOver = async () => {
    const sent = { method: 'DELETE', headers: { authorization }, signal: AbortSignal.timeout(20_000) };
    const answer = await fetch(`${origin}/api/charges/${id}`, sent).catch(() => null);
    return answer?.status === 200 || answer?.status === 409;
  };
  await until(`charge ${id} is over`, isOver, 600_000);
}

type AtProvider = { externalReference: string | null; isPaid: boolean; isDeleted: boolean };
type Effects = { charges: AtProvider[]; payments: { txid: string | null }[] };

/** Each charge exists once at the provider; it is paid where it was paid, once for each payment, and else its code is gone. */
export async function expectChargesAgree({ bank, simulator }: ChaosScene, charged: readonly Charged[]) {
  const { body } = await simulator.control('GET', '/simulator/effects');
  const { charges: there, payments: arrived } = body as unknown as Effects;
  const { charges, chargePayments } = bank.db.tables;
  const rows = await bank.db.select().from(charges);
  const payments = await bank.db.select().from(chargePayments);
  expect(rows.map(({ id }) => id).sort()).toEqual(charged.map(({ id }) => id).sort());
  const wrong: unknown[] = [];
  for (const { id, amountCents, fate } of charged) {
    const row = rows.find((one) => one.id === id);
    const made = there.filter(({ externalReference }) => externalReference === id);
    const paid = payments.filter(({ chargeId }) => chargeId === id);
    const isRight =
      row?.amountCents === amountCents &&
      row.nextLookAt === null &&
      paid.length >= LEAST[fate] &&
      paid.length === arrived.filter(({ txid }) => txid !== null && txid === row.txid).length &&
      paid.every((one) => one.amountCents === amountCents) &&
      row.status === STATUSES[fate] &&
      // One that was cancelled before it was made may not exist.
      (fate === 'cancelled' ? made.every(({ isDeleted }) => isDeleted) : made.length === 1) &&
      made.length <= 1;
    if (!isRight) wrong.push({ id, fate, row, made, paid });
  }
  expect(wrong).toEqual([]);
  expect(new Set(payments.map(({ providerId }) => providerId)).size).toBe(payments.length);
  return { charged: charged.length, chargePayments: payments.length };
}

const LEAST: Record<Fate, number> = { paid: 1, raced: 1, again: 2, cancelled: 0, left: 0 };
const STATUSES: Record<Fate, string> = {
  paid: 'paid',
  raced: 'paid',
  again: 'paid',
  cancelled: 'cancelled',
  left: 'open',
};
