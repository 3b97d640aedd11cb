/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { noteMoment } from '#server/kernel/clock-watch';
import { Pace } from '../pace.ts';
import { callsOf } from '../testing/provider-calls.ts';
import { advanceCharges, endCharges } from './charge-worker.ts';
import { ASKED, test } from './testing/charge-test.ts';

const START = new Date('2026-03-10T12:00:00Z');

test('of one customer 101 removals are planned at once, then five a second, and of others as if there were none', () => {
  const pace = new Pace();
  const secondsTo = (userId: string) => (pace.at(userId, START).getTime() - START.getTime()) / 1000;
  const planned = Array.from({ length: 200 }, () => secondsTo('ana'));
  expect(planned.filter((seconds) => seconds === 0)).toHaveLength(101);
  expect(planned.at(-1)).toBeCloseTo(19.8);
  expect(secondsTo('bruno')).toBe(0);
});

test('all that are over end in one run, however many, and each code is removed in its turn', async ({
  charge,
  bank,
}) => {
  const { id } = await charge.create({ ...ASKED, expiresInMinutes: 5 });
  const { charges } = bank.db.tables;
  const [row] = await bank.db.select().from(charges).where(eq(charges.id, id));
  if (!row) throw new Error('no charge');
  const copies = Array.from({ length: 250 }, (_, place) => ({
    ...row,
    status: 'making' as const,
    ...{ publicId: `p${place}`, providerId: `c${place}`, txid: `t${place}` },
    id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  }));
  await bank.db.transaction(async (tx) => {
    await tx.insertRows(charges, copies);
    await tx.update(charges).set({ status: 'open' });
  });
  bank.clock.passSeconds(301);
  await endCharges(bank);
  expect(await bank.db.$count(charges, eq(charges.status, 'expired'))).toBe(251);
  const now = bank.clock.real();
  const rows = await bank.db.select({ at: charges.nextLookAt }).from(charges);
  const laterBySeconds = rows.map(({ at }) => ((at ?? now).getTime() - now.getTime()) / 1000);
  expect(laterBySeconds.filter((seconds) => seconds === 0).length).toBeLessThan(110);
  expect(Math.max(...laterBySeconds)).toBeGreaterThan(25);
});

test("no charge ends while the machine's clock is ahead", async ({ charge, bank, row }) => {
  const { id } = await charge.create({ ...ASKED, expiresInMinutes: 5 });
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  bank.clock.passSeconds(40 * 86_400);
  await endCharges(bank);
  expect(await row(id)).toMatchObject({ status: 'open' });
});

test('while the provider answers 429 no further removal of that customer is sent until the time that it names', async ({
  charge,
  bank,
  simulator,
  row,
}) => {
  const ids: string[] = [];
  for (let place = 0; place < 10; place += 1)
    ids.push((await charge.create({ ...ASKED, description: `Aula ${place}`, expiresInMinutes: 5 })).id);
  const { faults } = simulator.simulator;
  bank.clock.passSeconds(301);
  await endCharges(bank);
  faults.quota = 1;
  // Eight at a time: one is removed, those beside it are refused, and no other is asked for.
  expect(await callsOf(bank, () => advanceCharges(bank))).toBeLessThanOrEqual(8);
  bank.clock.passSeconds(3600);
  expect(await callsOf(bank, () => advanceCharges(bank))).toBe(0);
  faults.quota = 0;
  bank.clock.passSeconds(11 * 3600);
  expect(await callsOf(bank, () => advanceCharges(bank))).toBe(9);
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 'expired', nextLookAt: null });
});
