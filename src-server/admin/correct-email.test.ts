/** @module-tag postgresInCi */
import { and, eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { Browser, newPerson } from '#server/auth/testing/browser';
import { contactChangedAt } from '#server/auth/testing/contact-changed-at';
import { confirmEmail } from '#server/auth/testing/freezing';
import { profileScene, tokenSentTo } from '#server/auth/testing/profile-scene';
import { newId } from '#server/kernel/id';
import { newFreezeToken } from '#server/outbox/freeze-link';
import { openBody } from '#server/outbox/sealed';
import { auditedChanges } from '#server/payments/testing/scene';
import { knowPayee } from '#server/protection/testing/rules';
import { callerOf, closeRelation, makeAdmin, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

const NEW = 'certo@correio.example';
const REASON = 'Digitado errado no cadastro';

/** A registered customer in a browser, and an administrator; `correct` corrects the customer's e-mail. */
async function correctionScene() {
  const scene = await profileScene();
  const { bank, user, person } = scene;
  const admin = await makeAdmin(bank);
  const correct = (change: object = {}) =>
    admin.call.admin.users.correctEmail({ id: user.id, email: NEW, reason: REASON, ...change });
  const row = async () => {
    const { users } = bank.db.tables;
    const [found] = await bank.db.select().from(users).where(eq(users.id, user.id));
    return found;
  };
  const { outbox } = bank.db.tables;
  const sentTo = async (recipient: string, kind: string) => {
    const sent = await bank.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, recipient), eq(outbox.kind, kind)));
    return sent.map((mail) => openBody(bank.keys, mail).text);
  };
  return { ...scene, former: person.email, admin, correct, row, sentTo };
}

const test = base.extend('scene', () => correctionScene());

describe('an administrator corrects a customer’s e-mail', () => {
  test('both addresses are told, sessions end, and the audit row has both and the reason', async ({
    scene: { bank, browser, user, former, correct, row, sentTo },
  }) => {
    await confirmEmail(bank, browser);
    expect(await correct({ email: ` ${NEW.toUpperCase()} ` })).toMatchObject({ email: NEW });
    expect(await row()).toMatchObject({ email: NEW, emailConfirmedAt: null, pendingEmail: null });
    expect(await contactChangedAt(bank, user)).toEqual(bank.clock.real());
    const [toFormer = ''] = await sentTo(former, 'email_corrected');
    expect(toFormer).toContain(NEW);
    expect(toFormer).toContain(REASON);
    expect(toFormer).toContain('/desfazer-email?token=');
    const [toNew = ''] = await sentTo(NEW, 'email_corrected_here');
    expect(toNew).toContain('confirme este endereço');
    expect(toNew).not.toMatch(/token=|Digitado/);
    expect(await codeOf(browser.ask((caller) => caller.me()))).toBe('UNAUTHENTICATED');
    expect(await auditedChanges(bank, 'correct_email')).toEqual([
      {
        email: { from: former, to: NEW },
        reason: REASON,
        readdressed: 0,
        endedSessions: 1,
        revokedTokens: 0,
      },
    ]);
  });

  test('letters that went to the former address before it freeze nothing', async ({
    scene: { bank, user, correct },
  }) => {
    const token = newFreezeToken(bank, user.id);
    bank.clock.passSeconds(1);
    await correct();
    const freeze = new Browser(bank).ask((caller) => caller.freezeByLink({ token }));
    expect(await codeOf(freeze)).toBe('FREEZE_LINK_INVALID');
  });

  test('for 72 hours recovery links go to the former address, whose undo link takes the correction back', async ({
    scene: { bank, former, correct, row, sentTo },
  }) => {
    await correct();
    const recover = () => new Browser(bank).ask((caller) => caller.recovery.request({ email: NEW }));
    await recover();
    expect(await sentTo(former, 'recovery')).toHaveLength(1);
    expect(await sentTo(NEW, 'recovery')).toHaveLength(0);
    const [mail = ''] = await sentTo(former, 'email_corrected');
    const [, token = ''] = /desfazer-email\?token=([\w-]{43})/.exec(mail) ?? [];
    await new Browser(bank).ask((caller) => caller.undoEmailChange({ token }));
    expect(await row()).toMatchObject({ email: former });
  });

  test('after 72 hours recovery links go to the corrected address', async ({
    scene: { bank, correct, sentTo },
  }) => {
    await correct();
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    await new Browser(bank).ask((caller) => caller.recovery.request({ email: NEW }));
    expect(await sentTo(NEW, 'recovery')).toHaveLength(1);
  });

  test('the link of a change that the customer had begun no longer counts', async ({
    scene: { bank, update, correct, row },
  }) => {
    await update({ email: 'pedido@correio.example' });
    const token = await tokenSentTo(bank, 'pedido@correio.example');
    await correct();
    const confirm = new Browser(bank).ask((caller) =>
      caller.confirmEmail({ token, password: 'x'.repeat(12) }),
    );
    expect(await codeOf(confirm)).toBe('EMAIL_LINK_INVALID');
    expect(await row()).toMatchObject({ email: NEW, pendingEmail: null });
  });

  test('given-up mail without links goes to the corrected address when retried; links and codes never do', async ({
    scene: { bank, admin, former, correct },
  }) => {
    const { outbox } = bank.db.tables;
    const givenUp = async (html: string) => {
      const id = newId();
      const text = { kind: 'test', recipient: former, subject: 'Aviso', text: 'x', html };
      await bank.db.transaction(async (tx) => {
        await tx.insert(outbox).values({ id, ...text, urgency: 1, attempts: 5, createdAt: bank.clock.now() });
      });
      return id;
    };
    await givenUp('x');
    // Sealed: the text is encrypted, and holds all.
    const link = await givenUp('');
    await correct();
    const listed = (await admin.call.admin.mail.givenUp({})).mail;
    expect(listed.map(({ recipient }) => recipient).toSorted()).toEqual([NEW, former].toSorted());
    expect(listed.find(({ recipient }) => recipient === former)?.id).toBe(link);
    const notice = listed.find(({ recipient }) => recipient === NEW)?.id ?? '';
    await admin.call.admin.mail.retry({ id: notice });
    const [again] = await bank.db.select().from(outbox).where(eq(outbox.id, notice));
    expect(again).toMatchObject({ recipient: NEW, attempts: 0, subject: 'Aviso', text: 'x' });
    expect(await auditedChanges(bank, 'correct_email')).toMatchObject([{ readdressed: 1 }]);
  });

  test('of a deactivated customer, what whoever had the address asked for in 72 hours is taken back', async ({
    scene: { bank, user, admin },
  }) => {
    const call = () => callerOf(bank, { id: user.id, fullName: user.fullName, role: 'cliente' as const });
    const raise = { kind: 'transfer', window: 'night', amount: '9000.00' } as const;
    await call().account.limits.change(raise);
    await call().account.limits.changeProtection({ undoMinutes: 0 });
    await knowPayee(bank, user, { kind: 'account', target: '1-9', trustedCents: 1_000_000 });
    bank.clock.passSeconds(26 * 3600);
    // With a new proof.
    const { users } = callerOf(bank, admin.user).admin;
    await users.deactivate({ id: user.id, reason: 'Acesso de outra pessoa' });
    await users.correctEmail({ id: user.id, email: NEW, reason: REASON });
    expect(await auditedChanges(bank, 'correct_email')).toMatchObject([
      { cancelledRaises: 1, undoMinutes: 0, endedTrusts: 1 },
    ]);
    const { limits, undoMinutes } = await call().account.limits.list();
    const nightly = limits.find(({ kind, window }) => kind === raise.kind && window === raise.window);
    expect({ amount: nightly?.amount, undoMinutes }).toEqual({ amount: '1000.00', undoMinutes: 10 });
  });

  test('of an active customer nothing is taken back: the former address can undo it', async ({
    scene: { bank, user, correct },
  }) => {
    const call = callerOf(bank, { id: user.id, fullName: user.fullName, role: 'cliente' as const });
    await call.account.limits.changeProtection({ undoMinutes: 0 });
    await correct();
    expect((await auditedChanges(bank, 'correct_email'))[0]).not.toHaveProperty('undoMinutes');
  });

  test('wrong input, other people’s addresses, administrators and closed customers are refused', async ({
    scene: { bank, browser, user, admin, former, correct, row },
  }) => {
    const other = newPerson();
    await new Browser(bank).register(other);
    expect((await refusalOf(correct({ email: 'sem arroba' }))).fields).toEqual({ email: 'E-mail inválido' });
    expect((await refusalOf(correct({ email: former }))).fields).toEqual({
      email: 'Este já é o e-mail do cadastro',
    });
    expect((await refusalOf(correct({ reason: '' }))).fields).toHaveProperty('reason');
    expect(await codeOf(correct({ email: other.email }))).toBe('ALREADY_REGISTERED');
    expect(await codeOf(correct({ id: admin.user.id }))).toBe('NOT_FOUND');
    expect(await codeOf(correct({ id: 'x' }))).toBe('NOT_FOUND');
    const input = { id: user.id, email: NEW, reason: REASON };
    expect(await codeOf(tokenCallerOf(bank, admin.user).admin.users.correctEmail(input))).toMatch(
      /TOKEN_NOT_ALLOWED|UNAUTHENTICATED/,
    );
    expect(await row()).toMatchObject({ email: former });
    expect(await browser.ask((caller) => caller.me())).toMatchObject({ user: { id: user.id } });
    await closeRelation(bank, user.id);
    expect(await codeOf(correct())).toBe('USER_CLOSED');
  });

  test(
    'of 64 corrections at once one alone is made',
    race(),
    async ({ scene: { bank, former, correct, sentTo } }) => {
      const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => correct()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await sentTo(former, 'email_corrected')).toHaveLength(1);
      expect(await auditedChanges(bank, 'correct_email')).toHaveLength(1);
    },
  );
});
