/** @module-tag postgres */
import { eq, isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { ASKED, test } from './charges/testing/charge-test.ts';
import { processEvents } from './process-events.ts';
import { callsOf } from './testing/provider-calls.ts';

test('while the provider answers 429 an account’s events are not asked for one by one, and are handled once it answers', async ({
  bank,
  owner,
  charge,
  pay,
  simulator,
}) => {
  const { users, providerEvents } = bank.db.tables;
  const { payload } = await charge.create(ASKED);
  const objectId = await pay(payload);
  const [row] = await bank.db
    .select({ account: users.asaasSubAccountId })
    .from(users)
    .where(eq(users.id, owner.user.id));
  const at = bank.clock.real();
  const events = Array.from({ length: 20 }, (_, place) => ({
    ...{ id: `e${place}`, event: 'PAYMENT_RECEIVED', accountProviderId: row?.account ?? null, objectId },
    ...{ receivedAt: at, processedAt: null, attempts: 0, nextAttemptAt: at, lastError: null },
  }));
  await bank.db.transaction((tx) => tx.insertRows(providerEvents, events));
  const open = () => bank.db.$count(providerEvents, isNull(providerEvents.processedAt));
  simulator.simulator.faults.quota = 1;
  expect(await callsOf(bank, () => processEvents(bank))).toBeLessThanOrEqual(8);
  bank.clock.passSeconds(1800);
  expect(await callsOf(bank, () => processEvents(bank))).toBe(0);
  // No try was one: the provider said nothing of any.
  const tried = await bank.db.select({ attempts: providerEvents.attempts }).from(providerEvents);
  expect(Math.max(...tried.map(({ attempts }) => attempts))).toBeLessThanOrEqual(1);
  simulator.simulator.faults.quota = 0;
  bank.clock.passSeconds(12 * 3600);
  await processEvents(bank);
  expect(await open()).toBe(0);
  expect((await owner.call.pix.balance()).balance).toBe('100.00');
});
