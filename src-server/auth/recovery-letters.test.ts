import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { Browser, newPerson } from './testing/browser.ts';

test('recovery links are sent after codes, and those to addresses that nobody confirmed last', async ({
  bank,
}) => {
  const { users, outbox } = bank.db.tables;
  const person = newPerson();
  const { id } = await new Browser(bank).register(person);
  const ask = async () => {
    await new Browser(bank).ask((on) => on.recovery.request({ email: person.email }));
    const rows = await bank.db.select().from(outbox).where(eq(outbox.kind, 'recovery'));
    return rows.at(-1)?.urgency;
  };
  expect(await ask()).toBe(2);
  await bank.db.transaction((tx) =>
    tx.update(users).set({ emailConfirmedAt: bank.clock.real() }).where(eq(users.id, id)),
  );
  await ask();
  const sent = await bank.db.select().from(outbox).where(eq(outbox.kind, 'recovery'));
  expect(sent.map(({ urgency }) => urgency).toSorted()).toEqual([1, 2]);
});
