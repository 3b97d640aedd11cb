import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { sharedNetworkOf } from '#server/kernel/network';
import { test } from '#server/testing/bank-test';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { countAttempt } from '../attempts.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { forgetOldAttempts } from '../tidy-attempts.ts';

const DAY = 24 * 3600;
const HOME = '2001:db8:1:a';
const addressIn = (place: number): string => `${HOME}${place.toString(16)}::${place}`;
/** Each telephone gets few codes. */
let phones = 1000;
const HERE = sharedNetworkOf(addressIn(1));

async function usedOf({ db }: TestBank, kind: AttemptKind, who = 'bank'): Promise<number> {
  const { attempts } = db.tables;
  const [row] = await db
    .select()
    .from(attempts)
    .where(eq(attempts.bucket, `${kind}:${who}`));
  return row?.count ?? 0;
}

/** Uses up all but `left`. */
async function leave(bank: TestBank, left: number, kind: AttemptKind, who = 'bank'): Promise<void> {
  await countAttempt(bank, kind, who, ATTEMPT_LIMITS[kind].max - (await usedOf(bank, kind, who)) - left);
}

/** A signed-in customer of a month ago, with a telephone of their own. `had`: SMS they had lately. */
async function customerAt(bank: TestBank, ip: string, { had = 0, isApproved = false } = {}) {
  const browser = new Browser(bank, ip);
  phones += 1;
  const person = newPerson({ phone: `(11) 9${phones}-0000` });
  const { id } = await browser.register(person);
  const { users } = bank.db.tables;
  const changed = {
    createdAt: secondsAfter(bank.clock.now(), -30 * DAY),
    ...(isApproved && { asaasAccountStatus: 'approved' as const }),
  };
  await bank.db.transaction((tx) => tx.update(users).set(changed).where(eq(users.id, id)));
  if (had > 0) await countAttempt(bank, 'smsLately', id, had);
  const ask = (channel: 'phone' | 'email' = 'phone') =>
    browser.ask((on) => on.contacts.requestCode({ channel }));
  return { id, ask, signIn: () => browser.login(person.cpf, PASSWORD) };
}

test('the older customers of one home share forty SMS a day, and keep nobody elsewhere from theirs', async ({
  bank,
}) => {
  await leave(bank, 4, 'smsOfNetwork', HERE);
  const home: Awaited<ReturnType<typeof customerAt>>[] = [];
  for (let place = 1; place <= 3; place += 1) home.push(await customerAt(bank, addressIn(place)));
  const codes: unknown[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const { ask } of home) codes.push(...(await settledCodes([ask()])));
    bank.clock.passSeconds(61);
  }
  expect(codes).toEqual([...Array(4).fill('done'), ...Array(2).fill('TOO_MANY_ATTEMPTS')]);
  const { outbox } = bank.db.tables;
  expect(await bank.db.$count(outbox, eq(outbox.channel, 'sms'))).toBe(4);
  await home[0]?.ask('email');
  await (await customerAt(bank, '198.51.100.9')).ask();
});

test('a customer whom the provider knows does not count with the network until they had several', async ({
  bank,
}) => {
  await leave(bank, 0, 'smsOfNetwork', HERE);
  const stranger = await customerAt(bank, addressIn(1));
  expect(await refusalOf(stranger.ask())).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    retryAfterSeconds: DAY,
  });
  const had = ATTEMPT_LIMITS.smsLately.max - 1;
  const { ask } = await customerAt(bank, addressIn(2), { isApproved: true, had });
  await ask();
  bank.clock.passSeconds(61);
  expect(await codeOf(ask())).toBe('TOO_MANY_ATTEMPTS');
});

test('of the SMS of a day half are kept for customers who had few in thirty days', async ({ bank }) => {
  const { smsLately, smsOften, smsToAll } = ATTEMPT_LIMITS;
  expect(smsOften.max * 2).toBe(smsToAll.max);
  await leave(bank, 0, 'smsOften');
  const often = await customerAt(bank, '198.51.100.1', { had: smsLately.max });
  expect(await codeOf(often.ask())).toBe('TOO_MANY_ATTEMPTS');
  const few = await customerAt(bank, '198.51.100.2', { had: smsLately.max - 1 });
  await few.ask();
  bank.clock.passSeconds(61);
  expect(await codeOf(few.ask())).toBe('TOO_MANY_ATTEMPTS');

  for (const [days, answer] of [
    [29, 'TOO_MANY_ATTEMPTS'],
    [1, 'done'],
  ] as const) {
    bank.clock.passSeconds(days * DAY);
    await forgetOldAttempts(bank);
    await leave(bank, 0, 'smsOften');
    await few.signIn();
    expect(await settledCodes([few.ask()])).toEqual([answer]);
  }
});

test('an SMS that one share refuses uses up no other, and nothing of its customer', async ({ bank }) => {
  const { id, ask } = await customerAt(bank, addressIn(1), { had: ATTEMPT_LIMITS.smsLately.max });
  await leave(bank, 0, 'smsToAll');
  expect(await codeOf(ask())).toBe('TOO_MANY_ATTEMPTS');
  const used = [
    await usedOf(bank, 'smsOfNetwork', HERE),
    await usedOf(bank, 'smsOften'),
    await usedOf(bank, 'contactCodeDay', `phone-${id}`),
    await usedOf(bank, 'contactCode', `phone-${id}`),
  ];
  expect(used).toEqual([0, 0, 0, 0]);
});
