/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { REPEATED_MAIL_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { letterOf, queueTogether } from './queue-together.ts';

type Changes = { closedAt?: Date };

async function receiver({ db }: TestBank, userId: string, changes: Changes = {}) {
  const { users } = db.tables;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('no such user');
  return { ...user, ...changes };
}

const waitingFor = async (bank: TestBank, userId: string, changes?: Changes) =>
  letterOf(bank, 'contract_waiting', await receiver(bank, userId, changes), { contractTitle: 'CDB Vale 90' });

const queue = (bank: TestBank, letters: Awaited<ReturnType<typeof waitingFor>>[]) =>
  bank.db.transaction(async (tx) => (await queueTogether(tx, letters))());

test('of a limited kind of letters queued together only the first are sent by e-mail', async ({
  bank,
  ana,
  bruno,
}) => {
  const { each } = REPEATED_MAIL_LIMITS;
  const { outbox, notifications } = bank.db.tables;
  const letter = await waitingFor(bank, ana.user.id);
  const other = await waitingFor(bank, bruno.user.id);
  await queue(bank, [...Array.from({ length: each - 1 }, () => letter), other]);
  await queue(bank, [letter, letter, other]);
  expect(await bank.db.$count(outbox, eq(outbox.recipient, letter.to.email))).toBe(each);
  expect(await bank.db.$count(outbox, eq(outbox.recipient, other.to.email))).toBe(2);
  expect(await bank.db.$count(notifications)).toBe(each + 3);
});

test('a customer who has closed the relationship gets no letter', async ({ bank, ana, bruno }) => {
  const closed = await waitingFor(bank, ana.user.id, { closedAt: bank.clock.now() });
  await queue(bank, [closed, await waitingFor(bank, bruno.user.id)]);
  const { outbox, notifications } = bank.db.tables;
  expect(await bank.db.$count(outbox, eq(outbox.recipient, closed.to.email))).toBe(0);
  expect(await bank.db.$count(notifications, eq(notifications.userId, ana.user.id))).toBe(0);
  expect(await bank.db.$count(outbox)).toBe(1);
});

test('a message that is stored once for each of its keys is not queued together with others', async ({
  bank,
  ana,
}) => {
  const to = await receiver(bank, ana.user.id);
  const facts = { id: 'contract', contractTitle: 'CDB Vale 90', days: 3 };
  expect(() => letterOf(bank, 'contract_reminder', to, facts)).toThrow('contract_reminder');
});
