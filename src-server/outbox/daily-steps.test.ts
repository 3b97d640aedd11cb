/** @module-tag postgres */
import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { claimMessage, markSent } from './claim.ts';
import { outboxDailySteps } from './daily-steps.ts';
import { queueMail } from './queue-mail.ts';

test('an e-mail sent a month ago is deleted, a recent or waiting one is kept', async ({ bank }) => {
  const { outbox } = bank.db.tables;
  const write = (subject: string) =>
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
  const send = async () => {
    for (const { id } of await bank.db.select().from(outbox)) {
      const row = await claimMessage(bank, id);
      if (row) await markSent(bank, row);
    }
  };
  const run = async () => {
    for (const step of outboxDailySteps) await step.run(bank, bank.clock.today());
    return (await bank.db.select().from(outbox)).map(({ subject }) => subject).sort();
  };
  await write('Antiga');
  await send();
  bank.clock.set('2026-03-30T12:00:00-03:00');
  await write('Nova');
  await send();
  await write('À espera');
  expect(await run()).toHaveLength(3);
  bank.clock.set('2026-04-10T12:00:00-03:00');
  expect(await run()).toEqual(['Nova', 'À espera']);
});
