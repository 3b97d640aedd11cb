import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { PASSWORD } from '../testing/browser.ts';
import { profileScene } from '../testing/profile-scene.ts';

test('closing deletes the letters that could not be sent, and not those still to be sent', async ({
  bank,
}) => {
  const { browser, person } = await profileScene(bank);
  const { outbox } = bank.db.tables;
  const letter = { kind: 'welcome', subject: 'x', text: '', html: '', createdAt: bank.clock.now() };
  const givenUp = { ...letter, id: newId(), recipient: person.email, attempts: 10, nextAttemptAt: null };
  await bank.db.transaction(async (tx) => {
    await tx.delete(outbox);
    await tx.insert(outbox).values(givenUp);
  });
  await browser.ask((on) => on.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
  const left = await bank.db.select().from(outbox).where(eq(outbox.recipient, person.email));
  expect(left.map(({ kind }) => kind)).toEqual(['account_closed']);
});
