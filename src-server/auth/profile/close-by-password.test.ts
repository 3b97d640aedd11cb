import { expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { refusalOf } from '#server/testing/refusal-of';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';

const test = bankTest.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

const close = (browser: Browser) =>
  browser.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
const obstacles = (browser: Browser) => browser.ask((caller) => caller.closureObstacles());

test('whoever only knows the password closes no relation: its owner does, in a registered device', async ({
  bank,
}) => {
  const person = newPerson();
  const own = new Browser(bank);
  await own.register(person);
  const elsewhere = new Browser(bank);
  await elsewhere.login(person.cpf, PASSWORD);
  const refusal = await refusalOf(close(elsewhere));
  expect(refusal).toMatchObject({ status: 409, code: 'NOT_CLOSABLE' });
  expect(await obstacles(elsewhere)).toEqual([refusal.error]);
  await own.me();
  expect(await obstacles(own)).toEqual([]);
  expect(await close(own)).toEqual({ success: true });
});
