import { setTimeout as sleep } from 'node:timers/promises';
import { type Boleto, factorOf, readBoleto } from '#domain/account/boleto';
import { addDays } from '#domain/date';
import { toDecimal } from '#domain/money';
import { nextRandom } from '#domain/random';
import { NO_FAULTS } from '#simulator/faults';
import type { ChaosScene, Payer } from './chaos-scene.ts';
import { charge } from './merchant.ts';

export type Sent = { id: string; amountCents: number; path: string };

type Request = { payer: Payer; path: string; body: object; amountCents: number; key: string };

/** One PIX in `refused` goes to a key that is refused; one request in `doubled` is sent twice at once. */
const EVERY = { refused: 15, doubled: 7 };

/**
 * A mix of PIX, moves, boletos, returns of what came from outside, codes of merchants (immediate and overdue) and PIX covered from the bank, each with its own
 * amount.
 */
export async function requests(scene: ChaosScene, count: number): Promise<Request[]> {
  const { db } = scene.bank;
  const incoming = await db.select().from(db.tables.incomingPayments);
  const receivedBy = new Map(incoming.map(({ userId, transactionId }) => [userId, transactionId]));
  const asked: Request[] = [];
  for (let place = 0; place < count; place += 1) asked.push(await request(scene, receivedBy, place));
  return asked;
}

const KINDS = 8;
export const COVERED_PATH = '/api/covered-payments';

async function request(
  { payers, coverers, bank, simulator }: ChaosScene,
  receivedBy: ReadonlyMap<string, string>,
  place: number,
): Promise<Request> {
  const payer = payers[place % payers.length];
  const other = payers[(place + 1) % payers.length];
  const coverer = coverers[place % coverers.length];
  if (!payer || !other || !coverer) throw new Error('no payers');
  const amountCents = 1_000 + place;
  const amount = toDecimal(amountCents);
  const base = { payer, amountCents, key: `prova-${place}` };
  const kind = Math.floor(place / payers.length) % KINDS;
  if (kind === 2)
    return {
      ...base,
      path: '/api/asaas/pix/transfer',
      body: { pixKey: other.pixKey, amount, description: 'Prova' },
    };
  if (kind === 3) {
    const direction = place % 2 === 0 ? 'in' : 'out';
    return { ...base, path: '/api/asaas/move', body: { direction, amount } };
  }
  if (kind === 4) {
    const { line } = bankBoleto(amountCents, bank.clock.today(), place);
    return { ...base, path: '/api/boletos/pay', body: { line } };
  }
  if (kind === 5)
    return {
      ...base,
      path: `/api/asaas/pix/${receivedBy.get(payer.customer.user.id)}/returns`,
      body: { amount, reason: 'wrong_amount' },
    };
  if (kind === 6) {
    const isDated = place % 2 === 1;
    const asked = isDated ? { dated: overdue(amountCents, bank.clock.today()) } : { value: amount };
    const { payload } = await charge(simulator, asked);
    return { ...base, path: '/api/asaas/pix/transfer', body: { pixKey: payload, amount } };
  }
  const name = place % EVERY.refused === 0 ? 'fails' : `pessoa${place}`;
  const pix = { pixKey: `${name}@fora${place}.example`, amount, description: 'Prova' };
  if (kind === 7) return { ...base, payer: coverer, path: COVERED_PATH, body: { cover: amount, pix } };
  return { ...base, path: '/api/asaas/pix/transfer', body: pix };
}

const FINE_CENTS = 200;

/** Costs so much today, with its fine. */
const overdue = (amountCents: number, today: string) => ({
  original: toDecimal(amountCents - FINE_CENTS),
  dueOn: addDays(today, -10),
  validDays: 60,
  fine: { mode: 1, value: toDecimal(FINE_CENTS) },
});

/** A boleto of bank 341, due in a month; finds the check digits by trying. */
export function bankBoleto(amountCents: number, today: string, place: number): Boleto {
  const factor = String(factorOf(addDays(today, 30))).padStart(4, '0');
  const rest = `${factor}${String(amountCents).padStart(10, '0')}${String(place).padStart(25, '0')}`;
  for (let digit = 1; digit < 10; digit += 1) {
    const reading = readBoleto(`3419${digit}${rest}`, today);
    if (reading.ok) return reading.boleto;
  }
  throw new Error('no valid check digit');
}

const AT_ONCE = 12;

/** Sends payments concurrently, each repeated under its key until accepted. `turn` is awaited before each payment. */
export async function sendAll(
  scene: ChaosScene,
  asked: readonly Request[],
  turn: (place: number) => Promise<void> = async () => {},
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  const sender = async () => {
    for (let place = next++; place < asked.length; place = next++) {
      const request = asked[place];
      if (!request) return;
      await turn(place);
      const isDoubled = place % EVERY.doubled === 0;
      const ids = await Promise.all(
        Array.from({ length: isDoubled ? 2 : 1 }, () => sendUntilTaken(scene, request)),
      );
      if (new Set(ids).size !== 1) throw new Error(`one key made several orders: ${ids.join(', ')}`);
      sent.push({ id: ids[0] ?? '', amountCents: request.amountCents, path: request.path });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return sent;
}

const TRY_AGAIN: readonly number[] = [429, 502, 503, 504];
const MAX_PAUSE_MS = 8_000;
/** On a busy machine nearly every call is late. */
const GIVE_UP_MS = 600_000;

export async function sendUntilTaken(
  { origin }: ChaosScene,
  { payer, path, body, key }: Request,
): Promise<string> {
  const begunMs = performance.now();
  const pause = { ...NO_FAULTS, seed: key.length + Number(key.split('-')[1]) };
  for (let tries = 1; ; tries += 1) {
    const answer = await post(`${origin}${path}`, payer, body, key);
    if (answer?.status === 201) return answer.id;
    if (answer && !TRY_AGAIN.includes(answer.status))
      throw new Error(`${path} ${key}: ${answer.status} ${answer.text}`);
    if (performance.now() - begunMs > GIVE_UP_MS)
      throw new Error(
        `${path} ${key}: never accepted, the last answer was ${answer?.status} ${answer?.text}`,
      );
    // Backs off: on a slow machine retries would keep all calls from being answered.
    await sleep(50 + nextRandom(pause) * Math.min(100 * 2 ** tries, MAX_PAUSE_MS));
  }
}

async function post(url: string, payer: Payer, body: object, key: string) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        authorization: payer.authorization,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    const made = JSON.parse(text) as Record<string, { id: string | null; pix?: { id: string } | null }>;
    const { id, pix } = made.transfer ?? made.payment ?? made.charge ?? { id: null };
    // A covered payment for which no cover was needed is its own order.
    return { status: answer.status, text, id: id ?? pix?.id ?? '' };
  } catch {
    return null;
  }
}
