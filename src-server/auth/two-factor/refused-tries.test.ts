import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, PASSWORD_HASHES } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { countAttempt, countHashing } from '../attempts.ts';
import { DUMMY_HASH, verifyPassword } from '../password.ts';
import { Authenticator, enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { tokenSentTo } from '../testing/profile-scene.ts';

/** A signed-in customer. `fill`: others use up a limit of this address; `counted`: in a bucket. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const browser = new Browser(bank);
  const person = newPerson();
  const { id } = await browser.register(person);
  const fill = (kind: 'hashAddress' | 'newPasswordAddress') =>
    countAttempt(bank, kind, browser.ip, ATTEMPT_LIMITS[kind].max);
  const { attempts } = bank.db.tables;
  const counted = async (bucket: string) => {
    const [row] = await bank.db.select().from(attempts).where(eq(attempts.bucket, bucket));
    return row?.count ?? 0;
  };
  /** Codes in the customer's sessions that counted as wrong. */
  const wrong = async () => {
    const rows = await bank.db
      .select({ count: attempts.count })
      .from(attempts)
      .where(like(attempts.bucket, 'secondFactor:%.session'));
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  const regenerate = (token: string) => browser.ask((caller) => caller.twoFactor.regenerate({ token }));
  return { bank, browser, id, person, fill, counted, wrong, regenerate };
});

test('new backup codes that the address refuses use up neither code nor try', async ({
  scene: { bank, browser, fill, wrong, regenerate },
}) => {
  const { app, backupCodes } = await enableTwoFactor(browser);
  const [code = ''] = backupCodes;
  await fill('hashAddress');
  for (const given of [app.nextCode(), code, app.wrongCode()])
    expect(await codeOf(regenerate(given))).toBe('TOO_MANY_ATTEMPTS');
  expect(await wrong()).toBe(0);
  bank.clock.passSeconds(ATTEMPT_LIMITS.hashAddress.windowSeconds);
  expect(await codeOf(regenerate(app.wrongCode()))).toBe('TWO_FACTOR_CODE');
  expect(await wrong()).toBe(1);
  await regenerate(code);
});

test('wrong codes in one session leave the owner’s others their tries', async ({
  scene: { bank, browser, person, id, regenerate },
}) => {
  const { app } = await enableTwoFactor(browser);
  const owner = new Browser(bank);
  await owner.givePassword(person.cpf, PASSWORD);
  await owner.ask((caller) => caller.twoFactor.validate({ userId: id, token: app.nextCode() }));
  for (let tries = 0; tries < ATTEMPT_LIMITS.secondFactor.max; tries += 1)
    expect(await codeOf(regenerate(app.wrongCode()))).toBe('TWO_FACTOR_CODE');
  expect(await codeOf(regenerate(app.nextCode()))).toBe('TOO_MANY_ATTEMPTS');
  await owner.ask((caller) => caller.twoFactor.regenerate({ token: app.nextCode() }));
});

test('two-factor that the address refuses to turn on uses up no try', async ({
  scene: { bank, browser, fill, wrong },
}) => {
  const { secret } = await browser.ask((caller) => caller.twoFactor.setup());
  const app = new Authenticator(bank, secret);
  const verify = (token: string) => browser.ask((caller) => caller.twoFactor.verify({ token }));
  await fill('hashAddress');
  expect(await codeOf(verify(app.code()))).toBe('TOO_MANY_ATTEMPTS');
  expect(await wrong()).toBe(0);
  bank.clock.passSeconds(ATTEMPT_LIMITS.hashAddress.windowSeconds);
  expect(await codeOf(verify(app.wrongCode()))).toBe('TWO_FACTOR_CODE');
  expect(await wrong()).toBe(1);
  await verify(app.code());
});

test('a backup code that could not be verified uses up no try', async ({
  scene: { browser, wrong, regenerate },
}) => {
  const { backupCodes } = await enableTwoFactor(browser);
  const length = PASSWORD_HASHES.inFlight + PASSWORD_HASHES.waitingKnown;
  const others = await Promise.all(
    Array.from({ length }, (_, number) =>
      browser.ask((_caller, ctx) =>
        countHashing(
          { ...ctx, request: { ...ctx.request, ip: `198.51.100.${number}` } },
          'hash',
          `${number}`,
          { known: `${number}` },
        ),
      ),
    ),
  );
  let isCrowded = true;
  const crowd = others.map(async ({ counted }) => {
    while (isCrowded) await verifyPassword(counted, DUMMY_HASH, PASSWORD).catch(() => null);
  });
  expect(await codeOf(regenerate(backupCodes[0] ?? ''))).toBe('BUSY');
  isCrowded = false;
  await Promise.all(crowd);
  expect(await wrong()).toBe(0);
});

test('a new password that the address refuses uses up no try of its link', async ({
  scene: { bank, browser, person, fill },
}) => {
  await browser.ask((caller) => caller.recovery.request({ email: person.email }));
  const token = await tokenSentTo(bank, person.email, 'recovery');
  await fill('newPasswordAddress');
  const reset = () =>
    codeOf(browser.ask((caller) => caller.recovery.reset({ token, password: 'outra senha comprida' })));
  expect(await reset()).toBe('TOO_MANY_ATTEMPTS');
  const { attempts } = bank.db.tables;
  const rows = await bank.db.select().from(attempts);
  expect(rows.filter(({ bucket }) => bucket.startsWith('newPassword:'))).toEqual([]);
});
