import { desc } from 'drizzle-orm';
import { expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { openInProduction } from '#server/testing/in-production';
import { codeOf } from '#server/testing/refusal-of';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { HELENA, signedInAdmin } from './testing/profile-scene.ts';

const test = bankTest
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank }) => {
    const person = newPerson();
    const older = new Browser(bank, '203.0.113.7');
    await older.register(person);
    const newer = new Browser(bank, '198.51.100.9');
    bank.clock.passSeconds(120);
    await newer.login(person.cpf, PASSWORD);
    return { bank, older, newer };
  });

const idOfOther = async (browser: Browser): Promise<string> => {
  const sessions = await browser.ask((caller) => caller.sessions.list());
  return sessions.find(({ current }) => !current)?.id ?? '';
};
const end = (browser: Browser, id: string) => browser.ask((caller) => caller.sessions.end({ id }));
const endOthers = (browser: Browser) => browser.ask((caller) => caller.sessions.endOthers());
const prove = (browser: Browser) => browser.ask((caller) => caller.reauthenticate({ password: PASSWORD }));

test('an older session ends no newer one, so that a copied cookie cannot keep its owner out', async ({
  scene: { older, newer },
}) => {
  const id = await idOfOther(older);
  for (const call of [end(older, id), endOthers(older)]) expect(await codeOf(call)).toBe('REAUTHENTICATE');
  await newer.me();
  expect(await endOthers(newer)).toEqual({ ended: 1 });
  expect(await codeOf(older.me())).toBe('UNAUTHENTICATED');
});

test('with a proof given since its sign-in an older session ends a newer one', async ({
  scene: { bank, older, newer },
}) => {
  const id = await idOfOther(older);
  bank.clock.passSeconds(1);
  await prove(older);
  await end(older, id);
  expect(await codeOf(newer.me())).toBe('UNAUTHENTICATED');
});

test('with a proof given since its sign-in an older session ends all others', async ({
  scene: { bank, older, newer },
}) => {
  bank.clock.passSeconds(1);
  await prove(older);
  expect(await endOthers(older)).toEqual({ ended: 1 });
  expect(await codeOf(newer.me())).toBe('UNAUTHENTICATED');
});

test('so does an administrator in production, also one who must still turn the second factor on', async () => {
  const { bank } = await openInProduction();
  const { browser: older } = await signedInAdmin(bank);
  const newer = new Browser(bank, '198.51.100.9');
  bank.clock.passSeconds(120);
  await newer.givePassword(HELENA.cpf, HELENA.password);
  const { sessions } = bank.db.tables;
  const [latest] = await bank.db.select().from(sessions).orderBy(desc(sessions.createdAt)).limit(1);
  const endNewer = () => end(older, latest?.publicId ?? '');
  expect(await codeOf(endNewer())).toBe('REAUTHENTICATE');
  await older.ask((caller) => caller.reauthenticate({ password: HELENA.password }));
  await endNewer();
  expect(await codeOf(newer.me())).toBe('UNAUTHENTICATED');
});
