/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { Browser, newPerson } from '#server/auth/testing/browser';
import { test as waitingTest } from '#server/payments/waiting/testing/waiting-test';
import { test } from '#server/testing/bank-test';
import { callerOf, makeAdmin, makeCustomer } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';
import { claimMessage, dueIds, markSent } from './claim.ts';

type Person = ReturnType<typeof newPerson>;
type Customer = Pick<Awaited<ReturnType<typeof makeCustomer>>, 'user'>;

async function changeLimits(bank: TestBank, { user }: Customer, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1)
    await callerOf(bank, user).account.limits.change({
      kind: 'transfer',
      window: 'day',
      amount: `${1000 - time}.00`,
    });
}

/** What the worker sends, in its order. */
async function sentFrom(bank: TestBank): Promise<{ kind: string; recipient: string }[]> {
  const sent = [];
  for (let ids = await dueIds(bank); ids.length > 0; ids = await dueIds(bank))
    for (const id of ids) {
      const row = await claimMessage(bank, id);
      if (!row) throw new Error('a letter that is due was not claimed');
      sent.push({ kind: row.kind, recipient: row.recipient });
      await markSent(bank, row);
    }
  return sent;
}

test('a code and a recovery link go before many letters about security, which are queued earlier, and the link that confirms an e-mail before all but the first', async ({
  bank,
}) => {
  const [person, unconfirmed] = [newPerson(), new Browser(bank)];
  const browser = new Browser(bank);
  await browser.register(person);
  await unconfirmed.register(newPerson());
  const { users } = bank.db.tables;
  await bank.db.transaction((tx) =>
    tx.update(users).set({ emailConfirmedAt: bank.clock.real() }).where(eq(users.email, person.email)),
  );
  await sentFrom(bank);
  await changeLimits(bank, await makeCustomer(bank), 30);
  await new Browser(bank).ask((on) => on.recovery.request({ email: person.email }));
  await browser.ask((on) => on.updateProfile({ ...person, email: 'novo@correio.example' }));
  await unconfirmed.ask((on) => on.contacts.requestCode({ channel: 'email' }));
  const kinds = (await sentFrom(bank)).map(({ kind }) => kind);
  expect(kinds.slice(0, 4)).toEqual(['contact_code', 'recovery', 'limit_changed', 'email_confirm']);
  expect(kinds.filter((kind) => kind === 'limit_changed')).toHaveLength(30);
});

test('of letters about security a receiver’s first waits for one of each other receiver, however many those have', async ({
  bank,
}) => {
  const home = [await makeCustomer(bank), await makeCustomer(bank), await makeCustomer(bank)];
  for (const account of home) await changeLimits(bank, account, 15);
  const stranger = await makeCustomer(bank);
  await changeLimits(bank, stranger, 2);
  const { users } = bank.db.tables;
  const [own] = await bank.db.select().from(users).where(eq(users.id, stranger.user.id));
  const receivers = (await sentFrom(bank)).map(({ recipient }) => recipient);
  expect(receivers).toHaveLength(47);
  expect(receivers.flatMap((one, place) => (one === own?.email ? [place] : []))).toEqual([3, 7]);
});

test('an hour’s eleventh letter about security to one receiver goes after the first one about money to another', async ({
  setup: { bank, ana, bruno },
}) => {
  const many = await makeCustomer(bank);
  await changeLimits(bank, many, 20);
  await ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount: '1.00', description: 'Olá' });
  const kinds = (await sentFrom(bank)).map(({ kind }) => kind);
  expect(kinds.indexOf('transfer_received')).toBe(11);
  expect(kinds).toHaveLength(21);
});

waitingTest(
  'the link that undoes a payment goes before all but the first of what else the same receiver is told about security',
  async ({ bank, ana, scene }) => {
    await changeLimits(bank, ana, 12);
    await scene.payBruno();
    const kinds = (await sentFrom(bank)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'limit_changed')).toHaveLength(12);
    expect(kinds.indexOf('payment_waiting')).toBe(1);
  },
);

test('the link that undoes an e-mail which an administrator corrected goes before what else its owner is told about security', async ({
  bank,
}) => {
  const { user } = await makeCustomer(bank);
  await changeLimits(bank, { user }, 12);
  const { users } = (await makeAdmin(bank)).call.admin;
  await users.correctEmail({ id: user.id, email: 'certo@correio.example', reason: 'Identificada por vídeo' });
  const kinds = (await sentFrom(bank)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'limit_changed')).toHaveLength(12);
  expect(kinds.indexOf('email_corrected')).toBeLessThanOrEqual(1);
});

/** Asks for links to new addresses. */
async function changeEmails(browser: Browser, person: Person, times: number) {
  for (let time = 1; time <= times; time += 1)
    await browser.ask((on) => on.updateProfile({ ...person, email: `novo${time}.${person.email}` }));
}

test('of links to new e-mails and recovery links each receiver’s first waits for one of each other receiver, and no recovery link for those to new e-mails', async ({
  bank,
}) => {
  const people = [newPerson(), newPerson(), newPerson()];
  const browsers = await Promise.all(
    people.map(async (person) => {
      const browser = new Browser(bank);
      await browser.register(person);
      return browser;
    }),
  );
  const { users } = bank.db.tables;
  await bank.db.transaction((tx) => tx.update(users).set({ emailConfirmedAt: bank.clock.real() }));
  await sentFrom(bank);
  const [ana, bia, owner] = people as [Person, Person, Person];
  for (const [place, person] of [ana, bia].entries()) {
    await changeEmails(browsers[place] as Browser, person, 5);
    for (let time = 1; time <= 4; time += 1)
      await new Browser(bank).ask((on) => on.recovery.request({ email: person.email }));
  }
  await changeEmails(browsers[2] as Browser, owner, 1);
  await new Browser(bank).ask((on) => on.recovery.request({ email: owner.email }));
  const sent = await sentFrom(bank);
  const placeOf = (kind: string, recipient: string) =>
    sent.findIndex((one) => one.kind === kind && one.recipient === recipient);
  expect(placeOf('recovery', owner.email)).toBe(2);
  expect(sent.slice(0, 9).map(({ kind }) => kind)).toEqual(Array(9).fill('recovery'));
  const links = sent.filter(({ kind }) => kind === 'email_confirm');
  expect(links).toHaveLength(11);
  expect(links.findIndex(({ recipient }) => recipient.endsWith(owner.email))).toBe(2);
});
