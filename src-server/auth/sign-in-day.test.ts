import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { countAttempt } from './attempts.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

test('right passwords of a day are limited in strange browsers, and apart from them in known ones', async ({
  bank,
}) => {
  const person = newPerson();
  const owner = new Browser(bank);
  const user = await owner.register(person);
  const { max, windowSeconds } = ATTEMPT_LIMITS.signInDay;
  await countAttempt(bank, 'signInDay', user.id, max - 1);
  const signIn = (browser: Browser) => codeOf(browser.login(person.cpf, PASSWORD));
  await new Browser(bank).login(person.cpf, PASSWORD);
  expect(await signIn(new Browser(bank))).toBe('TOO_MANY_ATTEMPTS');
  await owner.login(person.cpf, PASSWORD);
  await countAttempt(bank, 'signInDay', `${user.id} known`, max - 1);
  expect(await signIn(owner)).toBe('TOO_MANY_ATTEMPTS');
  bank.clock.passSeconds(windowSeconds);
  await owner.login(person.cpf, PASSWORD);
});
