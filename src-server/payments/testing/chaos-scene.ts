import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTokenSecret, tokenHashOf } from '#server/auth/access-token';
import { systemClock } from '#server/kernel/clock';
import { newId } from '#server/kernel/id';
import { keepWebhooks } from '#server/onboarding/keep-webhooks';
import { openProvider } from '#server/provider/client';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import type { Faults } from '#simulator/faults';
import { type Started, started } from '#simulator/testing/started';
import { activate, apiKeyOf, type Customer, cpfOf } from './scene.ts';

/** All faults between bank and provider. */
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

/** Short times for many faults; the grace exceeds every delay of `ALL_FAULTS`. */
export const CHAOS_TIMES = { timeoutMs: 1_000, graceSeconds: 8 };

export type Payer = { customer: Customer; pixKey: string; authorization: string; apiKey: string };

/** A bank with a running clock and HTTP server; `payers` have money on both sides, `coverers` in the bank alone. */
export type ChaosScene = {
  bank: TestBank;
  simulator: Started;
  payers: Payer[];
  coverers: Payer[];
  port: number;
  origin: string;
};

export const BEGINNING = '100000.00';
const COVERERS = 2;

/** Faults are still off. External money arrives as PIX once events are processed. */
export async function chaosScene({ people }: { people: number }): Promise<ChaosScene> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const simulator = await started({
    clock: { now: () => new Date() },
    switches: {
      settleMs: 60,
      refundMs: 60,
      retryMs: 50,
      maxRetryMs: 500,
      refuseDuplicates: true,
      interruptAfter: 1_000_000,
    },
  });
  const { url, apiKey } = simulator;
  const opened = await testBank({ APP_ORIGIN: origin }, { provider: { url, apiKey } });
  const stands = () => {
    throw new Error('this clock cannot be set');
  };
  const bank: TestBank = { ...opened, clock: { ...systemClock(), set: stands, passSeconds: stands } };
  // Set-up uses the usual times; the short ones come after it.
  const admin = await makeAdmin(bank);
  await keepWebhooks(bank);
  const payers: Payer[] = [];
  for (let place = 0; place < people + COVERERS; place += 1)
    payers.push(await payer(bank, simulator, admin, { place, isFunded: place < people }));
  const provider = openProvider({ url, apiKey, ...CHAOS_TIMES, log: bank.log });
  const coverers = payers.splice(people);
  return { bank: { ...bank, provider }, simulator, payers, coverers, port, origin };
}

async function payer(
  bank: TestBank,
  simulator: Started,
  admin: Awaited<ReturnType<typeof makeAdmin>>,
  { place, isFunded }: { place: number; isFunded: boolean },
): Promise<Payer> {
  const customer = await makeCustomer(bank, { fullName: `Pagador ${place}`, cpf: cpfOf(place) });
  await activate({ bank, simulator }, customer);
  const { key } = await customer.call.pix.keys.create({ type: 'EVP' });
  if (!key) throw new Error('the random key has no value');
  await admin.call.admin.accounts.adjust({ id: customer.accountId, amount: BEGINNING, reason: 'Depósito' });
  if (isFunded)
    await simulator.control('POST', '/simulator/receive', { addressKey: key, value: Number(BEGINNING) });
  const authorization = await bearer(bank, customer.user.id);
  return { customer, pixKey: key, authorization, apiKey: await apiKeyOf(bank, customer) };
}

export async function bearer(bank: TestBank, userId: string): Promise<string> {
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

/** Polls until the condition is true; throws after `atMostMs`. */
export async function until(
  what: string,
  condition: () => Promise<boolean>,
  atMostMs = 60_000,
): Promise<void> {
  const begunMs = performance.now();
  while (!(await condition())) {
    if (performance.now() - begunMs > atMostMs) throw new Error(`timeout: ${what}`);
    await sleep(50);
  }
}
