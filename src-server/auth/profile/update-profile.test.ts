import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { openBody } from '#server/outbox/sealed';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { countAttempt } from '../attempts.ts';
import { mailboxName } from '../mailbox.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { contactChangedAt } from '../testing/contact-changed-at.ts';
import { profileScene as scene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';

const auditOf = async ({ db }: TestBank) =>
  (await db.select().from(db.tables.auditLog).orderBy(db.tables.auditLog.seq)).filter(
    ({ action }) => action === 'update_user',
  );
const mailOf = async ({ db, keys }: TestBank) =>
  (await db.select().from(db.tables.outbox).orderBy(db.tables.outbox.id))
    .filter(({ kind }) => kind.startsWith('email_'))
    .map((mail) => ({ ...mail, ...openBody(keys, mail) }));

describe('refused changes of the profile', () => {
  test('a change of the profile is refused to anybody not signed in', async () => {
    const { bank, person } = await scene();
    const stranger = new Browser(bank).ask((caller) => caller.updateProfile({ email: person.email }));
    expect(await refusalOf(stranger)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  test('a wrong profile is refused with a message for each field, all at once', async () => {
    const { bank, user, update } = await scene();
    const refused = await refusalOf(
      update({ email: 'ana', phone: '1', street: '', state: 'SPX', zipCode: '1', monthlyIncome: '0' }),
    );
    expect(refused).toEqual({
      status: 400,
      code: 'VALIDATION',
      error:
        'E-mail inválido, Telefone inválido, Rua é obrigatória, Estado deve ter 2 caracteres, CEP inválido, Renda mensal deve ser maior que zero',
      fields: {
        email: 'E-mail inválido',
        phone: 'Telefone inválido',
        street: 'Rua é obrigatória',
        state: 'Estado deve ter 2 caracteres',
        zipCode: 'CEP inválido',
        monthlyIncome: 'Renda mensal deve ser maior que zero',
      },
    });
    expect(await auditOf(bank)).toEqual([]);
    expect(
      (await bank.db.select().from(bank.db.tables.users).where(eq(bank.db.tables.users.id, user.id)))[0],
    ).toMatchObject({
      phone: '11987452031',
    });
  });

  test('more than five new addresses an hour are refused', async () => {
    const { bank, browser, person, update } = await scene();
    for (let turn = 1; turn <= 5; turn += 1) await update({ email: `novo${turn}@correio.example` });
    const refused = await refusalOf(update({ email: 'novo6@correio.example' }));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    await update({ email: 'novo5@correio.example', city: 'Santos' });
    bank.clock.passSeconds(3600);
    await browser.login(person.cpf, PASSWORD);
    await update({ email: 'novo6@correio.example' });
  });
});

test('more than thirty changes of the profile an hour are refused, and a change to the same is not counted', async () => {
  const { bank, browser, person, update } = await scene();
  const { max, windowSeconds } = ATTEMPT_LIMITS.profileChange;
  for (let turn = 1; turn <= max; turn += 1) await update({ street: `Rua ${turn}` });
  await update({ street: `Rua ${max}` });
  const refused = await refusalOf(update({ street: 'Rua nova' }));
  expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  expect(await auditOf(bank)).toHaveLength(max);
  bank.clock.passSeconds(windowSeconds);
  await browser.login(person.cpf, PASSWORD);
  await update({ street: 'Rua nova' });
});

describe('confirmation links to a new address', () => {
  const LIMITS = { own: ATTEMPT_LIMITS.emailChangeTo.max, all: ATTEMPT_LIMITS.emailChangeToAll.max };
  const stranger = { email: 'estranho@correio.example' };

  test('are few a day from one user, who cannot use up those of its owner', async () => {
    const { bank, update } = await scene();
    for (let sent = 0; sent < LIMITS.own; sent += 1) {
      await update(stranger);
      await update({});
    }
    expect(await refusalOf(update(stranger))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    await (await scene(bank)).update(stranger);
    const letters = (await mailOf(bank)).filter(({ recipient }) => recipient === stranger.email);
    expect(letters).toHaveLength(LIMITS.own + 1);
    await update({ email: 'outro@correio.example' });
  });

  test('have a limit for all users together, and one that it refuses uses up nothing of its user', async () => {
    const { bank, update } = await scene();
    const { windowSeconds } = ATTEMPT_LIMITS.emailChangeToAll;
    await (await scene(bank)).update(stranger);
    await countAttempt(bank, 'emailChangeToAll', mailboxName(bank, stranger.email), LIMITS.all - 1);
    for (let asked = 0; asked <= ATTEMPT_LIMITS.emailChange.max; asked += 1)
      expect(await refusalOf(update(stranger))).toMatchObject({ retryAfterSeconds: windowSeconds });
    await update({ email: 'outro@correio.example' });
  });

  test('are the same for all tags of a mailbox, and use up none of the address without one', async () => {
    const { update } = await scene();
    for (let sent = 0; sent < LIMITS.own; sent += 1)
      await update({ email: `Estranho+${sent}@correio.example` });
    expect(await codeOf(update({ email: 'estranho+mais@correio.example' }))).toBe('TOO_MANY_ATTEMPTS');
    for (const free of ['estranho@correio.example', 'outro+1@correio.example']) await update({ email: free });
  });
});

describe('changing the profile', () => {
  test('a changed profile is stored without masks, and audited with old and new values', async () => {
    const { bank, user, update } = await scene();
    const changed = await update({
      phone: '(21) 3000-0000',
      complement: 'Apto 2',
      city: 'Niterói',
      state: 'rj',
      zipCode: '24020-085',
      monthlyIncome: '9000.5',
      role: 'admin',
      cpf: '52998224725',
      fullName: 'Outra',
    });
    expect(changed).toEqual({
      ...user,
      phone: '2130000000',
      complement: 'Apto 2',
      city: 'Niterói',
      state: 'RJ',
      zipCode: '24020085',
      monthlyIncome: '9000.50',
    });
    expect(
      (await auditOf(bank)).map(({ changes, entityId }) => [entityId, JSON.parse(changes ?? '')]),
    ).toEqual([
      [
        user.id,
        {
          phone: { from: '11987452031', to: '2130000000' },
          complement: { from: null, to: 'Apto 2' },
          city: { from: 'São Bernardo do Campo', to: 'Niterói' },
          state: { from: 'SP', to: 'RJ' },
          zipCode: { from: '09710001', to: '24020085' },
          monthlyIncome: { from: '7800.00', to: '9000.50' },
        },
      ],
    ]);
    expect(await mailOf(bank)).toEqual([]);
  });

  test('the profile is changed by PUT, and its income may be a number', async () => {
    const { bank, browser, person, user } = await scene();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { ...person, monthlyIncome: 8000, zipCode: '09710001', state: 'sp' };
    const headers = { cookie, 'x-requested-with': 'test' };
    const { status, body } = await caller(bank)('PUT', '/api/auth/profile', sent, headers);
    expect([status, body]).toEqual([200, { user: { ...user, monthlyIncome: '8000.00' } }]);
  });

  test('an unchanged profile writes nothing', async () => {
    const { bank, user, update } = await scene();
    expect(await update({})).toEqual(user);
    expect([await auditOf(bank), await mailOf(bank)]).toEqual([[], []]);
  });

  test('a change of the profile touches nobody else', async () => {
    const { bank, update } = await scene();
    const other = new Browser(bank);
    const before = await other.register(newPerson());
    await update({ city: 'Santos' });
    expect((await other.me()).user).toEqual(before);
  });

  test('an administrator may have nothing but an e-mail in the profile', async ({ bank }) => {
    const { browser, user } = await signedInAdmin(bank);
    const update = (sent: object) => browser.ask((caller) => caller.updateProfile(sent));
    expect(await update({ email: user.email })).toEqual(user);
    expect(await update({ email: user.email, phone: '(11) 3000-0000', state: '' })).toEqual({
      ...user,
      phone: '1130000000',
    });
    expect(await codeOf(update({ phone: '1130000000' }))).toBe('VALIDATION');
  });
});

describe('a new e-mail address', () => {
  test('a new e-mail address is pending until its link is opened; the present address is told', async () => {
    const { bank, person, user, update } = await scene();
    const changed = await update({ email: 'Ana.Nova@Correio.example' });
    expect(changed).toEqual({ ...user, pendingEmail: 'ana.nova@correio.example' });
    const mail = await mailOf(bank);
    expect(mail.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
      ['email_change_asked', person.email],
      ['email_confirm', 'ana.nova@correio.example'],
    ]);
    const link = mail.find(({ kind }) => kind === 'email_confirm')?.text ?? '';
    expect(link).toMatch(/^http:\/\/localhost:3000\/confirmar-email\?token=[\w-]{43}$/m);
    const token = /token=([\w-]{43})/.exec(link)?.[1] ?? '';
    const [row] = await bank.db.select().from(bank.db.tables.emailChanges);
    expect(row).toMatchObject({ userId: user.id, email: 'ana.nova@correio.example', usedAt: null });
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await auditOf(bank)).map(({ changes }) => changes)).toEqual([
      '{"pendingEmail":{"from":null,"to":"ana.nova@correio.example"}}',
    ]);
    expect(mail.find(({ kind }) => kind === 'email_change_asked')?.text).not.toContain(token);
  });

  test('asking again for a new e-mail address sends nothing while its link is open, and another link afterwards', async () => {
    const { bank, browser, person, update } = await scene();
    await update({ email: 'nova@correio.example' });
    await update({ email: 'nova@correio.example' });
    expect(await mailOf(bank)).toHaveLength(2);
    const first = await tokenSentTo(bank, 'nova@correio.example');
    bank.clock.passSeconds(24 * 3600);
    await browser.login(person.cpf, PASSWORD);
    await update({ email: 'nova@correio.example' });
    expect(await mailOf(bank)).toHaveLength(4);
    expect(await tokenSentTo(bank, 'nova@correio.example')).not.toBe(first);
    expect(await auditOf(bank)).toHaveLength(1);
  });

  test('a new e-mail address that somebody else has gets the same answer as a free one', async () => {
    const { bank, update } = await scene();
    const other = newPerson();
    await new Browser(bank).register(other);
    expect(await update({ email: other.email })).toMatchObject({ pendingEmail: other.email });
    expect((await mailOf(bank)).map(({ kind }) => kind).sort()).toEqual([
      'email_change_asked',
      'email_confirm',
    ]);
  });

  test('entering the present e-mail withdraws the change and voids its link', async () => {
    const { bank, user, update } = await scene();
    await update({ email: 'nova@correio.example' });
    expect(await update({})).toEqual(user);
    expect(await bank.db.select().from(bank.db.tables.emailChanges)).toEqual([]);
    expect((await auditOf(bank)).at(-1)?.changes).toBe(
      '{"pendingEmail":{"from":"nova@correio.example","to":null}}',
    );
  });
});

test('a changed telephone is noted for the signals of payments, another change is not', async () => {
  const { bank, user, update } = await scene();
  await update({ city: 'Santos' });
  expect(await contactChangedAt(bank, user)).toBeNull();
  await update({ phone: '(21) 3000-0000' });
  expect(await contactChangedAt(bank, user)).toEqual(bank.clock.real());
});
