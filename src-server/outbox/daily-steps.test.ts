/** @module-tag postgres */
import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { claimMessage, markFailed, markSent, type OutboxRow } from './claim.ts';
import { outboxDailySteps } from './daily-steps.ts';
import { queueMail } from './queue-mail.ts';

const write = (bank: TestBank, subject: string) =>
  bank.db.transaction((tx) =>
    queueMail(tx, {
      kind: 'test',
      recipient: 'ana@correio.example',
      subject,
      text: 'código K7QF3M',
      html: '<p>código K7QF3M</p>',
      at: bank.clock.now(),
    }),
  );

async function work(bank: TestBank, outcome: (row: OutboxRow) => Promise<unknown>): Promise<void> {
  for (const { id } of await bank.db.select().from(bank.db.tables.outbox)) {
    const row = await claimMessage(bank, id);
    if (row) await outcome(row);
  }
}

/** What the daily run leaves. */
async function leftIn(bank: TestBank) {
  for (const step of outboxDailySteps) await step.run(bank, bank.clock.today());
  return (await bank.db.select().from(bank.db.tables.outbox)).toSorted((one, other) =>
    one.subject < other.subject ? -1 : 1,
  );
}

const subjectsOf = (rows: readonly OutboxRow[]) => rows.map(({ subject }) => subject);

test('an e-mail sent a month ago is deleted, a recent or waiting one is kept', async ({ bank }) => {
  const send = () => work(bank, (row) => markSent(bank, row));
  await write(bank, 'Antiga');
  await send();
  bank.clock.set('2026-03-30T12:00:00-03:00');
  await write(bank, 'Nova');
  await send();
  await write(bank, 'À espera');
  expect(await leftIn(bank)).toHaveLength(3);
  bank.clock.set('2026-04-10T12:00:00-03:00');
  expect(subjectsOf(await leftIn(bank))).toEqual(['Nova', 'À espera']);
});

test('an e-mail that was given up is deleted a month after it was written, and keeps its text until then', async ({
  bank,
}) => {
  const refuse = () => work(bank, (row) => markFailed(bank, row, 'refused', '550 não existe'));
  await write(bank, 'Antiga');
  await refuse();
  await write(bank, 'À espera');
  bank.clock.set('2026-03-30T12:00:00-03:00');
  await work(bank, (row) => markFailed(bank, row, 'unreachable', 'ETIMEDOUT'));
  await write(bank, 'Nova');
  for (const row of await leftIn(bank)) expect(row.text).toBe('código K7QF3M');
  expect(await leftIn(bank)).toHaveLength(3);
  bank.clock.set('2026-04-10T12:00:00-03:00');
  expect(subjectsOf(await leftIn(bank))).toEqual(['Nova', 'À espera']);
});
