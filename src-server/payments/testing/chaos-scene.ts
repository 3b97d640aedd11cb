import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDocument } from '#domain/tax-id';
import { newTokenSecret, tokenHashOf } from '#server/auth/access-token';
import { systemClock } from '#server/kernel/clock';
import { newId } from '#server/kernel/id';
import { keepWebhooks } from '#server/onboarding/keep-webhooks';
import { openProvider } from '#server/provider/client';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import type { Faults } from '#simulator/faults';
import { type Started, started } from '#simulator/testing/started';
import { activate, apiKeyOf, type Customer } from './scene.ts';

/** Everything that can go wrong on the way to the provider and back. */
export const ALL_FAULTS: Partial<Faults> = {
  delayBefore: 0.06,
  delayBeforeMs: 2_500,
  delayAfter: 0.06,
  delayAfterMs: 2_500,
  dropBefore: 0.04,
  dropAfter: 0.04,
  errorBefore: 0.04,
  errorAfter: 0.04,
  tooMany: 0.04,
  duplicateWebhooks: 1,
  reorderWebhooks: true,
  forgedWebhooks: 0.1,
  seed: 20_261_121,
};

/** Short, so that much goes wrong in little time; the grace is beyond every delay of `ALL_FAULTS`. */
export const CHAOS_TIMES = { timeoutMs: 1_000, graceSeconds: 8 };

/** A customer who sends money: their number of account there, key, and the header that a script of theirs sends. */
export type Payer = { customer: Customer; pixKey: string; authorization: string; apiKey: string };

/** A bank whose clock runs, at an address of its own, beside a provider; `payers` have money on both sides. */
export type ChaosScene = {
  bank: TestBank;
  simulator: Started;
  payers: Payer[];
  port: number;
  origin: string;
};

/** What each payer begins with in either pot, in reais. */
export const BEGINNING = '100000.00';

/**
 * The scene, with the faults still off. The money outside comes in as PIX once somebody takes the provider's events.
 */
export async function chaosScene({ people }: { people: number }): Promise<ChaosScene> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const simulator = await started({
    clock: { now: () => new Date() },
    switches: {
      settleMs: 60,
      retryMs: 50,
      maxRetryMs: 500,
      refuseDuplicates: true,
      interruptAfter: 1_000_000,
    },
  });
  const { url, apiKey } = simulator;
  const opened = await testBank({ APP_ORIGIN: origin }, { provider: { url, apiKey } });
  const stands = () => {
    throw new Error('this clock runs');
  };
  const bank: TestBank = { ...opened, clock: { ...systemClock(), set: stands, passSeconds: stands } };
  // Nothing goes wrong before the beginning: the short times come after it.
  const admin = await makeAdmin(bank);
  await keepWebhooks(bank);
  const payers: Payer[] = [];
  for (let place = 0; place < people; place += 1) payers.push(await payer(bank, simulator, admin, place));
  const provider = openProvider({ url, apiKey, ...CHAOS_TIMES, log: bank.log });
  return { bank: { ...bank, provider }, simulator, payers, port, origin };
}

async function payer(
  bank: TestBank,
  simulator: Started,
  admin: Awaited<ReturnType<typeof makeAdmin>>,
  place: number,
): Promise<Payer> {
  const customer = await makeCustomer(bank, { fullName: `Pagador ${place}`, cpf: cpfOf(place) });
  await activate({ bank, simulator }, customer);
  const { key } = await customer.call.pix.keys.create({ type: 'EVP' });
  if (!key) throw new Error('a random key has its value at once');
  await admin.call.admin.accounts.adjust({ id: customer.accountId, amount: BEGINNING, reason: 'Depósito' });
  await simulator.control('POST', '/simulator/receive', { addressKey: key, value: Number(BEGINNING) });
  const authorization = await bearer(bank, customer.user.id);
  return { customer, pixKey: key, authorization, apiKey: await apiKeyOf(bank, customer) };
}

/** The CPF of a place, from 0: its nine digits, and the check digits that fit. */
export function cpfOf(place: number): string {
  const base = String(100_200_300 + place * 7_919);
  for (let digits = 0; digits < 100; digits += 1) {
    const cpf = `${base}${String(digits).padStart(2, '0')}`;
    if (parseDocument(cpf)) return cpf;
  }
  throw new Error('every nine digits have check digits');
}

async function bearer(bank: TestBank, userId: string): Promise<string> {
  const secret = newTokenSecret();
  const now = bank.clock.real();
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.accessTokens).values({
      id: newId(),
      userId,
      name: 'Prova',
      tokenHash: tokenHashOf(secret),
      mayMoveMoney: true,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
      lastUsedAt: now,
      revokedAt: null,
    });
  });
  return `Bearer ${secret}`;
}

/** A port that nobody has just now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Waits until something holds, looking often. Throws after so long. */
export async function until(what: string, holds: () => Promise<boolean>, atMostMs = 60_000): Promise<void> {
  const begunMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - begunMs > atMostMs) throw new Error(`not in time: ${what}`);
    await sleep(50);
  }
}
