import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { refuse } from '#domain/refusal';
import { queueMail } from './queue-mail.ts';
import { FIRST_OF_REST } from './urgency.ts';

const at = new Date('2026-11-20T15:00:00.000Z');
const message = {
  kind: 'transfer',
  recipient: 'ana@example.com',
  subject: 'Chegou',
  text: 'R$ 1',
  html: '<p>R$ 1</p>',
  at,
};

test('an e-mail is stored, and undone with its transaction', async () => {
  const db = await testDb();
  const { outbox } = db.tables;
  await db.transaction((tx) => queueMail(tx, message));
  const undone = db.transaction(async (tx) => {
    await queueMail(tx, message);
    refuse('BUSY');
  });
  await expect(undone).rejects.toThrow('BUSY');
  const { at: createdAt, ...kept } = message;
  expect(await db.select().from(outbox)).toEqual([
    {
      ...kept,
      channel: 'mail',
      urgency: FIRST_OF_REST,
      id: expect.any(String),
      createdAt,
      sentAt: null,
      attempts: 0,
      nextAttemptAt: null,
      lastError: null,
    },
  ]);
});

test("line breaks in an e-mail's subject are removed, and in its recipient refused", async () => {
  const db = await testDb();
  const { outbox } = db.tables;
  await db.transaction((tx) => queueMail(tx, { ...message, subject: 'Ana\r\nBcc: x@example.com\u2028!' }));
  const [kept] = await db.select().from(outbox);
  expect(kept?.subject).toBe('Ana Bcc: x@example.com !');
  const forged = db.transaction((tx) =>
    queueMail(tx, { ...message, recipient: 'a@example.com\nBcc: x@example.com' }),
  );
  await expect(forged).rejects.toThrow('control character');
});
