/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { auditedChanges } from '#server/payments/testing/scene';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { profileScene } from '../testing/profile-scene.ts';

const close = (browser: Browser) =>
  browser.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));

type Scene = Awaited<ReturnType<typeof profileScene>>;

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

const refusedAgain = async ({ bank, browser, person }: Scene) => {
  await close(browser);
  expect(await auditedChanges(bank, 'delete_user')).not.toMatchObject([{ isDocumentFreed: true }]);
  return codeOf(new Browser(bank).register(newPerson({ cpf: person.cpf })));
};

test('whose account was frozen by the bank keeps the document: the customer does not come back by a new one', async ({
  scene,
}) => {
  const { bank, user } = scene;
  const { accounts } = bank.db.tables;
  const [account] = await bank.db.select().from(accounts).where(eq(accounts.userId, user.id));
  const admin = await makeAdmin(bank);
  await admin.call.admin.accounts.freeze({ id: account?.id ?? '', reason: 'Documento falso' });
  expect(await refusedAgain(scene)).toBe('ALREADY_REGISTERED');
});

test('whoever asked the provider for an account, and was not answered, keeps the document: the provider may have it', async ({
  scene,
}) => {
  const { bank, user } = scene;
  await bank.db.transaction(async (tx) => {
    const at = { createdAt: bank.clock.now(), checkedAt: bank.clock.real() };
    await tx.insert(tx.tables.externalAccounts).values({ userId: user.id, ...at });
  });
  expect(await refusedAgain(scene)).toBe('ALREADY_REGISTERED');
});

test('closing touches nobody else', async ({ scene: { bank, browser } }) => {
  const other = await profileScene(bank);
  await close(browser);
  expect((await other.browser.me()).user).toEqual(other.user);
});
