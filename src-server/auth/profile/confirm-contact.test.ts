/** @module-tag postgresInCi */
import { and, desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { ATTEMPT_LIMITS, CONTACT_CODE } from '#domain/limits';
import { spendAll } from '#server/auth/testing/spend-all';
import { openBody } from '#server/outbox/sealed';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { countAttempt } from '../attempts.ts';
import { mailboxName } from '../mailbox.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { freezeBy } from '../testing/freezing.ts';
import { profileScene } from '../testing/profile-scene.ts';

const test = bankTest.extend('scene', async ({ bank }) => {
  const scene = await profileScene(bank);
  const ask = scene.browser.ask.bind(scene.browser);
  const request = (channel: 'email' | 'phone') => ask((caller) => caller.contacts.requestCode({ channel }));
  const confirm = (channel: 'email' | 'phone', code: string) =>
    ask((caller) => caller.contacts.confirm({ channel, code }));
  const states = () => ask((caller) => caller.contacts.list());
  return { ...scene, request, confirm, states };
});

async function sentTo({ db, keys }: TestBank, recipient: string) {
  const { outbox } = db.tables;
  const [message] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, recipient), eq(outbox.kind, 'contact_code')))
    .orderBy(desc(outbox.id))
    .limit(1);
  if (!message) throw new Error(`nothing was sent to ${recipient}`);
  const { text } = openBody(keys, message);
  return { channel: message.channel, text, code: /\b\d{6}\b/.exec(text)?.[0] ?? '', kept: message };
}

const digits = (phone: string) => phone.replace(/\D/g, '');

describe('e-mail and telephone', () => {
  test('new customers share SMS of a day, of which older ones are independent until the bank’s are used up', async ({
    scene: { bank, request, user },
  }) => {
    const { max, windowSeconds } = ATTEMPT_LIMITS.smsToNew;
    await countAttempt(bank, 'smsToNew', 'bank', max);
    expect(await codeOf(request('phone'))).toBe('TOO_MANY_ATTEMPTS');
    await request('email');
    const { users } = bank.db.tables;
    const createdAt = new Date(bank.clock.now().getTime() - windowSeconds * 1000);
    await bank.db.transaction((tx) => tx.update(users).set({ createdAt }).where(eq(users.id, user.id)));
    bank.clock.passSeconds(60);
    await request('phone');
    bank.clock.passSeconds(60);
    await countAttempt(bank, 'smsToAll', 'bank', ATTEMPT_LIMITS.smsToAll.max - 1);
    expect(await refusalOf(request('phone'))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', status: 429 });
    await request('email');
  });

  test('e-mail and telephone are confirmed by a code each, in messages without typed text', async ({
    scene: { bank, person, user, request, confirm, states },
  }) => {
    expect(await states()).toEqual({ email: { isConfirmed: false }, phone: { isConfirmed: false } });
    await request('email');
    const mail = await sentTo(bank, person.email);
    expect(mail.channel).toBe('mail');
    expect(mail.text).not.toContain(person.fullName);
    expect(mail.kept.text).not.toContain(mail.code);
    expect(await confirm('email', ` ${mail.code} `)).toEqual({ success: true });
    await request('phone');
    const sms = await sentTo(bank, digits(person.phone));
    expect(sms).toMatchObject({ channel: 'sms', text: expect.stringContaining(sms.code) });
    expect(await codeOf(confirm('email', sms.code))).toBe('CONTACT_CODE_INVALID');
    await confirm('phone', sms.code);
    expect(await states()).toEqual({ email: { isConfirmed: true }, phone: { isConfirmed: true } });
    expect(await codeOf(request('email'))).toBe('CONTACT_CONFIRMED');
    const { auditLog } = bank.db.tables;
    const rows = await bank.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, user.id))
      .orderBy(auditLog.seq);
    expect(rows.map(({ action }) => action).filter((action) => action.includes('contact'))).toEqual([
      'request_contact_code',
      'confirm_contact',
      'request_contact_code',
      'confirm_contact',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${mail.code}|${sms.code}`));
  });

  test('a contact is confirmed only by a signed-in user with a valid code', async ({
    scene: { bank, request, confirm },
  }) => {
    const nobody = callerOf(bank, null);
    expect(await codeOf(nobody.auth.contacts.list())).toBe('UNAUTHENTICATED');
    expect(await codeOf(nobody.auth.contacts.requestCode({ channel: 'phone' }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(confirm('phone', '12345'))).toBe('VALIDATION');
    expect(await codeOf(request('fax' as never))).toBe('VALIDATION');
    expect(await codeOf(confirm('phone', '123456'))).toBe('CONTACT_CODE_INVALID');
  });

  test('a contact code allows five tries and ten minutes, and only the last code counts', async ({
    scene: { bank, person, request, confirm },
  }) => {
    await request('phone');
    expect(await refusalOf(request('phone'))).toMatchObject({ status: 429 });
    const first = await sentTo(bank, digits(person.phone));
    const wrong = first.code === '000000' ? '000001' : '000000';
    bank.clock.passSeconds(61);
    await request('phone');
    const second = await sentTo(bank, digits(person.phone));
    if (first.code !== second.code)
      expect(await codeOf(confirm('phone', first.code))).toBe('CONTACT_CODE_INVALID');
    for (let tries = 1; tries < CONTACT_CODE.tries; tries += 1) await codeOf(confirm('phone', wrong));
    expect(await codeOf(confirm('phone', second.code))).toBe('CONTACT_CODE_INVALID');
    bank.clock.passSeconds(61);
    await request('phone');
    const third = await sentTo(bank, digits(person.phone));
    bank.clock.passSeconds(CONTACT_CODE.ttlSeconds);
    expect(await codeOf(confirm('phone', third.code))).toBe('CONTACT_CODE_INVALID');
  });

  test('contact codes are limited to five a day for one telephone', async ({ scene: { bank, request } }) => {
    for (let sent = 0; sent < 5; sent += 1) {
      await request('phone');
      bank.clock.passSeconds(61);
    }
    expect(await refusalOf(request('phone'))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  });

  test('contact codes are limited to thirty a day for all sessions of one user, even if the telephone changes', async ({
    scene: { bank, user, request, update },
  }) => {
    await spendAll(bank, 'contactCodeDay', `phone-${user.id}`, 2);
    for (let sent = 0; sent < 2; sent += 1) {
      await update({ phone: `(11) 91234-56${70 + sent}` });
      await request('phone');
      bank.clock.passSeconds(61);
    }
    await update({ phone: '(11) 91234-5699' });
    expect(await refusalOf(request('phone'))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  });

  test('codes asked for by others do not use up a user’s own, up to twenty a day for one telephone', async ({
    scene: { bank, person, user, request },
  }) => {
    const other = new Browser(bank);
    await other.register(newPerson({ phone: person.phone }));
    for (let sent = 0; sent < ATTEMPT_LIMITS.contactCodeTo.max; sent += 1) {
      await other.ask((caller) => caller.contacts.requestCode({ channel: 'phone' }));
      bank.clock.passSeconds(61);
    }
    await request('phone');
    bank.clock.passSeconds(61);
    const number = bank.keys.sign('attempt', digits(person.phone)).mac;
    for (let sent = 6; sent < ATTEMPT_LIMITS.contactCodeToAll.max; sent += 1)
      await countAttempt(bank, 'contactCodeToAll', number);
    expect(await codeOf(request('phone'))).toBe('TOO_MANY_ATTEMPTS');
    expect(user.phone).toBe(digits(person.phone));
  });

  test('tags of others use up the codes of a tagged e-mail until it is confirmed, and none of those after a freeze', async ({
    scene: { bank },
  }) => {
    const browser = new Browser(bank);
    const person = newPerson({ email: 'alvo+banco@correio.example' });
    const { id } = await browser.register(person);
    const ask = () => codeOf(browser.ask((on) => on.contacts.requestCode({ channel: 'email' })));
    const { max } = ATTEMPT_LIMITS.contactCodeToAll;
    await countAttempt(bank, 'contactCodeToAll', mailboxName(bank, 'alvo+outra@correio.example'), max);
    expect(await ask()).toBe('TOO_MANY_ATTEMPTS');
    const { users } = bank.db.tables;
    const emailConfirmedAt = bank.clock.real();
    await bank.db.transaction((tx) => tx.update(users).set({ emailConfirmedAt }).where(eq(users.id, id)));
    bank.clock.passSeconds(61);
    await freezeBy(browser);
    await browser.login(person.cpf, PASSWORD);
    await browser.ask((on) => on.contacts.requestCode({ channel: 'email' }));
  });

  test('a changed contact must be confirmed again, and its old code confirms nothing', async ({
    scene: { bank, person, request, confirm, states, update },
  }) => {
    await request('phone');
    const { code } = await sentTo(bank, digits(person.phone));
    await update({ phone: '(11) 91234-5678' });
    expect(await codeOf(confirm('phone', code))).toBe('CONTACT_CODE_INVALID');
    bank.clock.passSeconds(61);
    await request('phone');
    await confirm('phone', (await sentTo(bank, '11912345678')).code);
    expect((await states()).phone.isConfirmed).toBe(true);
    await update({ phone: '(11) 91234-5679' });
    expect((await states()).phone.isConfirmed).toBe(false);
  });

  test(
    'of four concurrent confirmations with one code one succeeds',
    race(),
    async ({ scene: { bank, person, request, confirm } }) => {
      await request('email');
      const { code } = await sentTo(bank, person.email);
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () =>
          confirm('email', code).then(
            () => 'confirmed',
            () => 'refused',
          ),
        ),
      );
      expect(outcomes.filter((one) => one === 'confirmed')).toHaveLength(1);
    },
  );
});
