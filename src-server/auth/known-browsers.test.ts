import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, WRONG_PASSWORDS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { countAttempt } from './attempts.ts';
import { knownDevice } from './device.ts';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { tokenSentTo } from './testing/profile-scene.ts';

const CPF = '52998224725';
const never = (): Promise<never> => Promise.reject(new Error('no such browser'));
const NEXT = `${PASSWORD}-nova`;

/** The owner's browser, and others that somebody who knew the password signed in with. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const owner = new Browser(bank);
  const person = newPerson({ cpf: CPF });
  await owner.register(person);
  const others = Array.from({ length: 12 }, (_, number) => new Browser(bank, `198.51.100.${number}`));
  for (const other of others) await other.login(CPF, PASSWORD);
  /** How many of six wrong passwords in each browser were verified. */
  const guessed = async () => {
    let verified = 0;
    for (const other of others)
      for (let count = 0; count < 6; count += 1)
        if ((await codeOf(other.givePassword(CPF, 'wrong'))) === 'INVALID_CREDENTIALS') verified += 1;
    return verified;
  };
  const change = () => owner.ask((caller) => caller.changePassword({ current: PASSWORD, next: NEXT }));
  return { bank, owner, person, others, guessed, change };
});

test('browsers known from before the password changed share one count of wrong passwords', async ({
  scene: {
    owner,
    others: [first],
    guessed,
    change,
  },
}) => {
  await change();
  expect(await guessed()).toBe(WRONG_PASSWORDS.free + 1);
  await owner.login(CPF, NEXT);
  expect(await codeOf(first?.login(CPF, NEXT) ?? never())).toBe('TOO_MANY_ATTEMPTS');
});

test('a browser has a count of its own again after a sign-in with the new password', async ({
  scene: {
    bank,
    others: [first, second],
    change,
  },
}) => {
  await change();
  await first?.login(CPF, NEXT);
  for (let count = 0; count <= WRONG_PASSWORDS.free; count += 1)
    expect(await codeOf(second?.login(CPF, 'wrong') ?? never())).toBe('INVALID_CREDENTIALS');
  await first?.login(CPF, NEXT);
  await new Browser(bank, '192.0.2.1').login(CPF, NEXT);
});

test('a browser known by its second factor stays so, with a count of its own, where the password is recovered', async ({
  scene: { bank, owner, person },
}) => {
  await enableTwoFactor(owner);
  await owner.ask((caller) => caller.recovery.request({ email: person.email }));
  const token = await tokenSentTo(bank, person.email, 'recovery');
  await owner.ask((caller) => caller.recovery.reset({ token, password: NEXT }));
  const { users } = bank.db.tables;
  const [user] = await bank.db.select().from(users).where(eq(users.cpf, CPF));
  const mark = owner.cookies.get('device') ?? '';
  expect(user && knownDevice(bank.keys, mark, user)).toBe(mark.slice(0, 22));
});

test.for(['recovered', 'changed'])(
  'wrong passwords given with a copy of its mark keep a browser from no sign-in once the password is %s there',
  async (how, { scene: { bank, owner, person, change } }) => {
    const thief = new Browser(bank, '192.0.2.1');
    thief.cookies.set('device', owner.cookies.get('device') ?? '');
    const guess = async () => {
      for (let time = 0; time < 25; time += 1) {
        await codeOf(thief.givePassword(CPF, 'wrong'));
        bank.clock.passSeconds(30);
      }
    };
    await guess();
    expect(await codeOf(owner.login(CPF, PASSWORD))).toBe('TOO_MANY_ATTEMPTS');
    if (how === 'changed') await change();
    else {
      await owner.ask((caller) => caller.recovery.request({ email: person.email }));
      const token = await tokenSentTo(bank, person.email, 'recovery');
      await owner.ask((caller) => caller.recovery.reset({ token, password: NEXT }));
    }
    await owner.login(CPF, NEXT);
    await guess();
    await owner.login(CPF, NEXT);
  },
);

test('wrong passwords of one user are limited over all known browsers, and of nobody else', async ({
  scene: { bank, guessed },
}) => {
  const neighbour = new Browser(bank, '198.51.100.0');
  const other = newPerson();
  await neighbour.register(other);
  const { max } = ATTEMPT_LIMITS.knownGuess;
  expect(await guessed()).toBe(max);
  const { attempts } = bank.db.tables;
  const [refused] = await bank.db
    .select()
    .from(attempts)
    .where(eq(attempts.bucket, 'signInAddressOutsideProduction:198.51.100.11'));
  // The sign-in itself: what is refused uses up nothing of the address.
  expect(refused?.count).toBe(1);
  await neighbour.login(other.cpf, PASSWORD);
});

test('passwords in sessions are limited at one address, whoever gives them, and keep nobody there from a sign-in', async ({
  scene: {
    bank,
    others: [first, second],
  },
}) => {
  await countAttempt(bank, 'hashAddress', first?.ip ?? '', ATTEMPT_LIMITS.hashAddress.max - 1);
  const prove = (browser?: Browser, password = PASSWORD) =>
    codeOf(browser?.ask((caller) => caller.reauthenticate({ password })) ?? never());
  await first?.ask((caller) => caller.reauthenticate({ password: PASSWORD }));
  expect(await prove(first)).toBe('TOO_MANY_ATTEMPTS');
  expect(await prove(second, 'wrong')).toBe('INVALID_PASSWORD');
  await first?.login(CPF, PASSWORD);
});

test('right passwords of one user are limited over all known browsers', async ({
  scene: {
    bank,
    owner,
    others: [first, second],
  },
}) => {
  const { user } = await owner.me();
  await first?.login(CPF, PASSWORD);
  await countAttempt(bank, 'signIn', `${user.id}.known`, ATTEMPT_LIMITS.signIn.max - 1);
  expect(await codeOf(second?.login(CPF, PASSWORD) ?? never())).toBe('TOO_MANY_ATTEMPTS');
});

test('somebody who knows the password keeps its owner from nothing in a session, however many wrong ones they give', async ({
  scene: {
    bank,
    others: [first],
    change,
  },
}) => {
  const { id = '' } = (await first?.me())?.user ?? {};
  const { max } = ATTEMPT_LIMITS.knownGuess;
  await countAttempt(bank, 'knownGuess', id, max);
  await countAttempt(bank, 'knownGuess', `${id}.known`, max);
  await change();
});
