/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { FRESH_PROOF_SECONDS, SESSION_LIMITS } from '#domain/limits';
import { codeOf } from '#server/testing/refusal-of';
import { Authenticator, enableTwoFactor } from './testing/authenticator.ts';
import { Browser, PASSWORD } from './testing/browser.ts';
import { profileScene, tokenSentTo } from './testing/profile-scene.ts';

const NEXT = 'outra senha comprida';

async function signedIn(hasFactor: boolean) {
  const scene = await profileScene();
  const app = hasFactor ? (await enableTwoFactor(scene.browser)).app : null;
  scene.bank.clock.passSeconds(60);
  return { ...scene, app };
}
type Scene = Awaited<ReturnType<typeof signedIn>>;

function stolenFrom(browser: Browser): Browser {
  const thief = new Browser(browser.bank, '192.0.2.66');
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  return thief;
}

const codeFrom = (app: Authenticator | null): string => app?.nextCode() ?? '';
const expiresAtOf = (scene: Scene) => new Date(scene.bank.clock.real().getTime() + 3_600_000).toISOString();

/** What an owner can do against a stolen cookie. */
const ACTS: { name: string; hasFactor?: true; act: (scene: Scene) => Promise<unknown> }[] = [
  {
    name: 'changes the password',
    act: ({ browser }) => browser.ask((caller) => caller.changePassword({ current: PASSWORD, next: NEXT })),
  },
  {
    name: 'gives a fresh proof',
    act: ({ browser }) => browser.ask((caller) => caller.reauthenticate({ password: PASSWORD })),
  },
  {
    name: 'ends the other sessions, though there is none',
    act: ({ browser }) => browser.ask((caller) => caller.sessions.endOthers()),
  },
  { name: 'turns two-factor on', act: ({ browser }) => enableTwoFactor(browser) },
  {
    name: 'turns two-factor off',
    hasFactor: true,
    act: ({ browser, app }) => browser.ask((caller) => caller.twoFactor.disable({ token: codeFrom(app) })),
  },
  {
    name: 'confirms a new e-mail address',
    act: async ({ bank, browser, update }) => {
      await update({ email: 'nova@correio.example' });
      const token = await tokenSentTo(bank, 'nova@correio.example');
      await browser.ask((caller) => caller.confirmEmail({ token, password: PASSWORD }));
    },
  },
];

describe('a copied session cookie', () => {
  test('whose token the thief renewed opens nothing after its owner signs in again in the same browser', async () => {
    const { bank, browser, person } = await signedIn(false);
    const thief = new Browser(bank, '192.0.2.66');
    thief.cookies.set('session', browser.cookies.get('session') ?? '');
    // Takes no proof, and the owner's copy ends as if its time were over.
    await thief.ask((caller) => caller.sessions.endOthers());
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
    const elsewhere = new Browser(bank);
    await elsewhere.login(person.cpf, PASSWORD);
    expect((await thief.me()).user.id).toBeDefined();
    await browser.login(person.cpf, PASSWORD);
    expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
    expect((await elsewhere.me()).user.id).toBeDefined();
  });

  for (const { name, hasFactor = false, act } of ACTS)
    test(`a copied cookie opens nothing after its owner ${name}`, async () => {
      const scene = await signedIn(hasFactor);
      const { bank, browser, user } = scene;
      const { sessions } = bank.db.tables;
      const [before] = await bank.db.select().from(sessions);
      const thief = stolenFrom(browser);
      await thief.me();
      await act(scene);
      expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
      const expiresAt = expiresAtOf(scene);
      const tokenOf = (who: Browser) =>
        who.ask((caller) => caller.tokens.create({ name: 'X', scopes: ['read', 'money'], expiresAt }));
      expect(await codeOf(tokenOf(thief))).toBe('UNAUTHENTICATED');
      expect((await browser.me()).user.id).toBe(user.id);
      const rows = await bank.db.select().from(sessions).where(eq(sessions.userId, user.id));
      // The same session with its old expiry.
      expect(rows).toMatchObject([
        { publicId: before?.publicId, absoluteExpiresAt: before?.absoluteExpiresAt },
      ]);
      expect(rows[0]?.id).not.toBe(before?.id);
    });

  test('a change of password after a pause counts as a use of the session', async () => {
    const { bank, browser } = await signedIn(false);
    const almostIdle = SESSION_LIMITS.cliente.idleSeconds - 60;
    bank.clock.passSeconds(almostIdle - 60);
    await browser.ask((caller) => caller.changePassword({ current: PASSWORD, next: NEXT }));
    bank.clock.passSeconds(almostIdle);
    await browser.me();
  });

  test('ending the other sessions is audited with their number, if there were any', async () => {
    const { bank, browser, person, user } = await signedIn(false);
    const elsewhere = new Browser(bank, '192.0.2.66');
    await elsewhere.login(person.cpf, PASSWORD);
    for (let time = 0; time < 3; time += 1) await browser.ask((caller) => caller.sessions.endOthers());
    const { auditLog } = bank.db.tables;
    const audited = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'end_session'));
    expect(audited).toMatchObject([{ entityId: user.id, changes: '{"ended":1}' }]);
  });
});

describe('a session that its owner has ended', () => {
  test('an ended session turns no second factor on, even in a request begun before', async () => {
    const { bank, browser } = await signedIn(false);
    const thief = stolenFrom(browser);
    const outcome = thief.ask(async (caller, ctx) => {
      await browser.ask((owner) => owner.sessions.endOthers());
      expect(ctx.session).not.toBeNull();
      return enableBy(thief, caller);
    });
    expect(await codeOf(outcome)).toBe('UNAUTHENTICATED');
    const { users } = bank.db.tables;
    expect((await bank.db.select().from(users)).map(({ totpSecret }) => totpSecret)).toEqual([null]);
  });
});

type Caller = Parameters<Parameters<Browser['ask']>[0]>[0];
async function enableBy({ bank }: Browser, caller: Caller) {
  const { secret } = await caller.twoFactor.setup();
  return caller.twoFactor.verify({ token: new Authenticator(bank, secret).code() });
}

raceTest('of two sessions that end each other at once, one remains', async () => {
  const { bank, browser, person } = await signedIn(false);
  bank.clock.passSeconds(FRESH_PROOF_SECONDS);
  const other = new Browser(bank);
  await other.login(person.cpf, PASSWORD);
  const outcomes = await Promise.allSettled(
    [browser, other].map((each) => each.ask((caller) => caller.sessions.endOthers())),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await bank.db.$count(bank.db.tables.sessions)).toBe(1);
});
