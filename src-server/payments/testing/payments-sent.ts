import { setTimeout as sleep } from 'node:timers/promises';
import { type Boleto, factorOf, readBoleto } from '#domain/account/boleto';
import { addDays } from '#domain/date';
import { toDecimal } from '#domain/money';
import { chance, NO_FAULTS } from '#simulator/faults';
import type { ChaosScene, Payer } from './chaos-scene.ts';

/** A payment that was asked for: the order's id, and what it is worth. */
export type Sent = { id: string; amountCents: number; path: string };

type Request = { payer: Payer; path: string; body: object; amountCents: number; key: string };

/** Every so many PIX go to a key whose bank refuses them, and every so many requests are sent twice at once. */
const EVERY = { refused: 15, doubled: 7 };

/** So many payments, mixed: PIX to outside keys and to one another's, moves both ways, slips. Each of its own amount. */
export function requests(scene: ChaosScene, count: number): Request[] {
  return Array.from({ length: count }, (_, place) => request(scene, place));
}

function request({ payers, bank }: ChaosScene, place: number): Request {
  const payer = payers[place % payers.length];
  const other = payers[(place + 1) % payers.length];
  if (!payer || !other) throw new Error('nobody pays');
  const amountCents = 1_000 + place;
  const amount = toDecimal(amountCents);
  const base = { payer, amountCents, key: `prova-${place}` };
  const kind = Math.floor(place / payers.length) % 5;
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
    const { line } = bankSlip(amountCents, bank.clock.today(), place);
    return { ...base, path: '/api/boletos/pay', body: { line } };
  }
  const name = place % EVERY.refused === 0 ? 'fails' : `pessoa${place}`;
  const pixKey = `${name}@fora${place}.example`;
  return { ...base, path: '/api/asaas/pix/transfer', body: { pixKey, amount, description: 'Prova' } };
}

/** A slip of bank 341, due in a month, found by trying the check digits. */
export function bankSlip(amountCents: number, today: string, place: number): Boleto {
  const factor = String(factorOf(addDays(today, 30))).padStart(4, '0');
  const rest = `${factor}${String(amountCents).padStart(10, '0')}${String(place).padStart(25, '0')}`;
  for (let digit = 1; digit < 10; digit += 1) {
    const reading = readBoleto(`3419${digit}${rest}`, today);
    if (reading.ok) return reading.boleto;
  }
  throw new Error('no check digit fits');
}

/** How many payments are on their way at the same time. */
const AT_ONCE = 12;

/**
 * Sends payments, many at once, each until the bank has taken it; what is cut off is sent again under the same key. `turn`
 * is awaited before each one, with its place.
 */
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
/** On a machine with much else to do nearly every call is late. */
const GIVE_UP_MS = 600_000;

async function sendUntilTaken({ origin }: ChaosScene, { payer, path, body, key }: Request): Promise<string> {
  const begunMs = performance.now();
  const pause = { ...NO_FAULTS, seed: key.length + Number(key.split('-')[1]) };
  for (let tries = 1; ; tries += 1) {
    const answer = await post(`${origin}${path}`, payer, body, key);
    if (answer?.status === 201) return answer.id;
    if (answer && !TRY_AGAIN.includes(answer.status))
      throw new Error(`${path} ${key}: ${answer.status} ${answer.text}`);
    if (performance.now() - begunMs > GIVE_UP_MS)
      throw new Error(`${path} ${key}: never taken, at last ${answer?.status} ${answer?.text}`);
    // Longer each time: on a slow machine those who try again would keep one another from ever being answered in time.
    await sleep(50 + chance(pause) * Math.min(100 * 2 ** tries, MAX_PAUSE_MS));
  }
}

/** Null: the connection broke off, or nobody was there. */
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
    const made = JSON.parse(text) as Record<string, { id: string }>;
    return { status: answer.status, text, id: (made.transfer ?? made.payment)?.id ?? '' };
  } catch {
    return null;
  }
}
