import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { FIRST_OF_REST } from '#server/outbox/urgency';
import { test } from '#server/testing/bank-test';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { profileScene, tokenSentTo } from './testing/profile-scene.ts';

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
  expect(await ask()).toBe(FIRST_OF_REST);
  await bank.db.transaction((tx) =>
    tx.update(users).set({ emailConfirmedAt: bank.clock.real() }).where(eq(users.id, id)),
  );
  await ask();
  const sent = await bank.db.select().from(outbox).where(eq(outbox.kind, 'recovery'));
  expect(sent.map(({ urgency }) => urgency).toSorted()).toEqual([2, FIRST_OF_REST]);
});

test('recovery links to unconfirmed addresses are limited by mailbox, whatever the tags, and use up none of a confirmed one', async ({
  bank,
}) => {
  const { users, outbox } = bank.db.tables;
  const [first, second, own] = ['a', 'b', 'c'].map((tag) =>
    newPerson({ email: `alvo+${tag}@correio.example` }),
  );
  for (const person of [first, second, own]) await new Browser(bank).register(person ?? newPerson());
  const ask = (person: typeof own) =>
    new Browser(bank).ask((on) => on.recovery.request({ email: person?.email ?? '' }));
  await bank.db.transaction((tx) =>
    tx
      .update(users)
      .set({ emailConfirmedAt: bank.clock.real() })
      .where(eq(users.email, own?.email ?? '')),
  );
  for (let time = 0; time < 6; time += 1) await Promise.all([ask(first), ask(second)]);
  const sent = () => bank.db.$count(outbox, eq(outbox.kind, 'recovery'));
  expect(await sent()).toBe(ATTEMPT_LIMITS.recoveryMail.max);
  await ask(own);
  expect(await sent()).toBe(ATTEMPT_LIMITS.recoveryMail.max + 1);
});

test('links asked for tags that nobody has use up none of a registered address in the same mailbox', async ({
  bank,
}) => {
  const { outbox } = bank.db.tables;
  const person = newPerson({ email: 'alvo+banco@correio.example' });
  await new Browser(bank).register(person);
  const ask = (email: string) => new Browser(bank).ask((on) => on.recovery.request({ email }));
  await Promise.all(
    Array.from({ length: ATTEMPT_LIMITS.recoveryMail.max }, (_, tag) => ask(`alvo+${tag}@correio.example`)),
  );
  await ask(person.email);
  expect(await bank.db.$count(outbox, eq(outbox.kind, 'recovery'))).toBe(1);
});

test('a former address that nobody confirmed stays one, by whichever address its links are asked for', async ({
  bank,
}) => {
  const { users, outbox } = bank.db.tables;
  const changes = await Promise.all(
    ['a', 'b'].map(async (tag) => {
      const { browser, user, update } = await profileScene(bank);
      const [former, own] = [`alvo+${tag}@correio.example`, `${tag}@ladrao.example`];
      await bank.db.transaction((tx) => tx.update(users).set({ email: former }).where(eq(users.id, user.id)));
      await update({ email: own });
      const token = await tokenSentTo(bank, own);
      await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD }));
      return [former, own];
    }),
  );
  for (let time = 0; time < 4; time += 1)
    await Promise.all(
      changes.flat().map((email) => new Browser(bank).ask((on) => on.recovery.request({ email }))),
    );
  const sent = await bank.db.select().from(outbox).where(eq(outbox.kind, 'recovery'));
  expect(sent).toHaveLength(ATTEMPT_LIMITS.recoveryMail.max);
  expect(new Set(sent.map(({ urgency }) => urgency))).toEqual(new Set([FIRST_OF_REST]));
});
