import { expect } from 'vitest';
import { auditedChanges } from '#server/payments/testing/scene';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { profileScene } from '../testing/profile-scene.ts';

const close = (browser: Browser) =>
  browser.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));

const test = bankTest.extend('scene', () => profileScene());

test('whoever closed an account in which nothing happened keeps nobody from registering the document', async ({
  scene: { bank, browser, person },
}) => {
  await close(browser);
  expect(await auditedChanges(bank, 'delete_user')).toMatchObject([{ isDocumentFreed: true }]);
  await new Browser(bank).register(newPerson({ cpf: person.cpf }));
  await new Browser(bank).login(person.cpf, PASSWORD);
  expect(await codeOf(new Browser(bank).register(newPerson({ cpf: person.cpf })))).toBe('ALREADY_REGISTERED');
});

test('closing touches nobody else', async ({ scene: { bank, browser } }) => {
  const other = await profileScene(bank);
  await close(browser);
  expect((await other.browser.me()).user).toEqual(other.user);
});
