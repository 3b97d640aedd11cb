/** @module-tag postgres */
import { isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { codeOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';
import { Authenticator } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';

/** Few enough to stay within an unknown device's free guesses. */
const THIEVES = 4;

raceTest(
  'turning two-factor on ends every session opened by the password alone, concurrent ones included',
  async () => {
    const bank = await testBank();
    const owner = new Browser(bank);
    const person = newPerson();
    const { id: userId } = await owner.register(person);
    const { secret } = await owner.ask((caller) => caller.twoFactor.setup());
    const app = new Authenticator(bank, secret);

    let isOn = false;
    const thieves = Array.from({ length: THIEVES }, (_, index) => new Browser(bank, `192.0.2.${index}`));
    const answers: string[] = [];
    const signInAgainAndAgain = async (thief: Browser) => {
      while (!isOn) {
        // A known device would be served before the owner's backup codes are hashed.
        thief.cookies.delete('device');
        answers.push(
          await thief.givePassword(person.cpf, PASSWORD).then(
            ({ requiresTwoFactor }) => (requiresTwoFactor ? 'code required' : 'signed in'),
            (error) => codeOf(Promise.reject(error)),
          ),
        );
      }
    };
    const enable = owner
      .ask((caller) => caller.twoFactor.verify({ token: app.code() }))
      .finally(() => {
        isOn = true;
      });
    await Promise.all([enable, ...thieves.map(signInAgainAndAgain)]);

    const { sessions } = bank.db.tables;
    expect(await bank.db.$count(sessions, isNull(sessions.factorProvenAt))).toBe(0);
    for (const thief of thieves) expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
    expect(answers).toContain('code required');
    expect(answers).not.toContain('INVALID_CREDENTIALS');
    await owner.me();

    // A sign-in in progress continues with the code.
    const late = new Browser(bank);
    await late.givePassword(person.cpf, PASSWORD);
    await late.ask((caller) => caller.twoFactor.validate({ userId, token: app.nextCode(), isBackup: false }));
    await late.me();
  },
);
