import { makeCustomer } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';
import { Browser } from './browser.ts';
import { type SecurityKey, withPasskey } from './security-key.ts';

export type Changes = Parameters<SecurityKey['get']>[1];

export async function signIn(browser: Browser, key: SecurityKey, changes?: Changes) {
  const options = await browser.ask((caller) => caller.passkeys.beginLogin());
  return browser.ask((caller) => caller.passkeys.login({ signed: key.get(options, changes) }));
}

export async function add(browser: Browser, key: SecurityKey, changes?: Changes, name = 'Telefone') {
  const options = await browser.ask((caller) => caller.passkeys.beginAdding());
  return browser.ask((caller) => caller.passkeys.add({ name, created: key.create(options, changes) }));
}

export async function prove(browser: Browser, key: SecurityKey, changes?: Changes) {
  const options = await browser.ask((caller) => caller.passkeys.beginProof());
  return browser.ask((caller) => caller.passkeys.prove({ signed: key.get(options, changes) }));
}

/** A customer with a passkey that counts, signed in by it. */
export async function signedInByPasskey(bank: TestBank, cpf = '11144477735') {
  const { user } = await makeCustomer(bank, { cpf });
  const key = await withPasskey(bank, user.id);
  const browser = new Browser(bank);
  await signIn(browser, key);
  return { bank, browser, user, key };
}
