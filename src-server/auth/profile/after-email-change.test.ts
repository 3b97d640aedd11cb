import { eq, isNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { freezeLinkOf } from '#server/outbox/freeze-link';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { changedScene, emailsTo, NEW, undoBy, undoSentTo } from '../testing/changed-email.ts';
import { signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';

const test = bankTest.extend('scene', () => changedScene());

test('letters about access also go to the former address while the change can be undone, and can freeze from there', async ({
  scene: { bank, browser, person, update },
}) => {
  const { emailUndos } = bank.db.tables;
  const confirmedAt = (formerConfirmedAt: Date | null) =>
    bank.db.transaction((tx) => tx.update(emailUndos).set({ formerConfirmedAt }));
  // A mistyped one may be a stranger's.
  await update({ email: NEW, phone: '(11) 91234-0000' });
  expect(await emailsTo(bank, person.email, 'phone_changed')).toEqual([]);
  await confirmedAt(new Date(0));
  const links = async (recipient: string) => {
    const { outbox } = bank.db.tables;
    const sent = await bank.db.select().from(outbox).where(eq(outbox.recipient, recipient));
    const phones = sent.filter(({ kind }) => kind === 'phone_changed');
    return Promise.all(phones.map((letter) => freezeLinkOf(bank, letter)));
  };
  await update({ email: NEW, phone: '(11) 91234-5678' });
  const [current, former] = [await links(NEW), await links(person.email)];
  expect([current.length, former]).toEqual([2, [expect.stringContaining('/congelar')]]);
  await confirmedAt(null);
  expect(await links(person.email)).toEqual([null]);
  await confirmedAt(new Date(0));
  bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
  await browser.login(person.cpf, PASSWORD);
  await update({ email: NEW, phone: '(11) 91234-9999' });
  expect([await links(NEW), await links(person.email)]).toMatchObject([{ length: 3 }, [null]]);
  const token = new URL(former[0] ?? '').searchParams.get('token') ?? '';
  expect(await codeOf(new Browser(bank).ask((on) => on.freezeByLink({ token })))).toBe('FREEZE_LINK_INVALID');
});

test('the undo link keeps a passkey from three days before the change, and takes a raise back', async ({
  scene: { bank, user, undo },
}) => {
  const { emailUndos, passkeys } = bank.db.tables;
  await bank.db.transaction((tx) => tx.update(emailUndos).set({ formerConfirmedAt: new Date(0) }));
  const { passkeyId } = await withPasskey(bank, user.id, 4 * 86_400);
  await withPasskey(bank, user.id, 2 * 86_400);
  const actor = { id: user.id, fullName: user.fullName, role: 'cliente' as const };
  await callerOf(bank, actor).account.limits.change({ kind: 'transfer', window: 'night', amount: '1500.00' });
  await undoBy(bank, undo);
  const rows = await bank.db.select().from(passkeys).where(isNull(passkeys.endedAt));
  expect(rows.map(({ id }) => id)).toEqual([passkeyId]);
  const { limits } = await callerOf(bank, actor).account.limits.list();
  expect(limits.filter(({ next }) => next !== null)).toEqual([]);
});

test('the undo link of a later change also ends what was added after the first one', async ({
  scene: { bank, browser, person, update },
}) => {
  const { app } = await enableTwoFactor(browser);
  bank.clock.passSeconds(60);
  await update({ email: 'terceira@correio.example' });
  const token = await tokenSentTo(bank, 'terceira@correio.example');
  await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD, code: app.nextCode() }));
  await undoBy(bank, await undoSentTo(bank, person.email));
  const [undone] = await emailsTo(bank, person.email, 'email_change_undone');
  expect(undone).toContain('Os dois fatores que foram ativados depois da troca foram desativados.');
});

test('a change back to the former address, by its owner or the bank, gives the one in between no link and no hold', async ({
  scene: { bank, change, person, undo },
}) => {
  await change(person.email);
  const { emailUndos } = bank.db.tables;
  expect(await bank.db.$count(emailUndos, isNull(emailUndos.usedAt))).toBe(0);
  const [letter = '', ...more] = await emailsTo(bank, NEW, 'email_changed');
  expect(more).toEqual([]);
  expect(letter).not.toContain('/desfazer-email');
  expect(await codeOf(undoBy(bank, undo))).toBe('EMAIL_UNDO_INVALID');

  const other = await changedScene();
  const { user: helena } = await signedInAdmin(other.bank);
  const admin = callerOf(other.bank, { ...helena, role: 'admin' as const });
  const corrected = { id: other.user.id, email: other.person.email, reason: 'Não foi ela quem trocou' };
  await admin.admin.users.correctEmail(corrected);
  const [told = ''] = await emailsTo(other.bank, NEW, 'email_corrected');
  expect(told).not.toContain('/desfazer-email');
  expect(await codeOf(undoBy(other.bank, other.undo))).toBe('EMAIL_UNDO_INVALID');
});

test('the bank takes an old e-mail away from a thief: a correction for a deactivated customer holds nothing', async ({
  scene: { bank, user, person },
}) => {
  // Also the thief's, who waited until it counted.
  await withPasskey(bank, user.id, 30 * 86_400);
  bank.clock.passSeconds(EMAIL_UNDO_SECONDS + 1);
  const { user: helena } = await signedInAdmin(bank);
  const { users } = callerOf(bank, { ...helena, role: 'admin' as const }).admin;
  await users.deactivate({ id: user.id, reason: 'Não foi ela quem trocou o e-mail' });
  await users.correctEmail({ id: user.id, email: person.email, reason: 'Identificada por vídeo' });
  // Its owner may be the one whose e-mail was taken away.
  expect(await codeOf(users.activate({ id: user.id, reason: 'E-mail corrigido' }))).toBe(
    'EMAIL_CORRECTED_LATELY',
  );
  bank.clock.passSeconds(86_400);
  const again = callerOf(bank, { ...helena, role: 'admin' as const }).admin.users;
  await again.activate({ id: user.id, reason: 'E-mail corrigido' });
  const { emailUndos } = bank.db.tables;
  expect(await bank.db.$count(emailUndos, isNull(emailUndos.usedAt))).toBe(1);
  const [told = ''] = await emailsTo(bank, NEW, 'email_corrected');
  expect(told).not.toContain('/desfazer-email');
  expect(told).not.toContain(person.email);
  expect(await codeOf(new Browser(bank).login(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
  const { passkeys } = bank.db.tables;
  expect(await bank.db.$count(passkeys, isNull(passkeys.endedAt))).toBe(0);
  const [here] = await emailsTo(bank, person.email, 'email_corrected_here');
  expect(here).toContain('A senha anterior deixou de valer.');
  await new Browser(bank).ask((on) => on.recovery.request({ email: person.email }));
  expect(await emailsTo(bank, person.email, 'recovery')).toHaveLength(1);
  expect(await emailsTo(bank, NEW, 'recovery')).toEqual([]);
});

test('a former address that nobody confirmed gets no name that somebody typed, also by a later change', async ({
  scene: { bank, person, change },
}) => {
  await change('terceira@correio.example');
  const letters = await emailsTo(bank, person.email, 'email_changed');
  expect(letters).toHaveLength(2);
  for (const text of letters) expect(text).not.toContain(person.fullName.split(' ')[0]);
});
