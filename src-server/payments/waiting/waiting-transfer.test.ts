/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { unrecordedTransactions } from '#server/audit/unrecorded-transactions';
import { verifyAudit } from '#server/audit/verify';
import { countAttempt } from '#server/auth/attempts';
import { newId } from '#server/kernel/id';
import { verifyLedger } from '#server/ledger/verify';
import { FIRST_NOTICE } from '#server/outbox/urgency';
import { letterTo, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee, usesOf } from '#server/protection/testing/rules';
import { newUndoToken } from '#server/protection/waiting/undo-link';
import { findWaiting } from '#server/protection/waiting/waiting-row';
import { token } from '#server/testing/matrix-access';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { putRules } from './testing/rules-in-force.ts';
import { scriptOf, test } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

describe('the first payment to somebody above R$ 500,00', () => {
  test('is reserved for ten minutes, and then made once', async ({ bank, ana, bruno, scene }) => {
    const key = newKey();
    const held = await scene.payBruno('600.00', key);
    expect(held).toMatchObject({
      status: 'held',
      releaseAt: '2026-03-10T15:10:00.000Z',
      amount: '600.00',
      balanceAfter: '4400.00',
    });
    expect(await scene.payBruno('600.00', key)).toEqual(held);
    const { outbox } = bank.db.tables;
    // After codes and recovery links, although its link is sealed like theirs.
    expect(await bank.db.select().from(outbox).where(eq(outbox.kind, 'payment_waiting'))).toMatchObject([
      { urgency: FIRST_NOTICE, html: '' },
    ]);
    expect(await scene.balances()).toEqual([440_000, 60_000, 0]);
    expect(await scene.script.account.waiting.list()).toEqual({
      reserved: '600.00',
      payments: [
        {
          id: held.id,
          kind: 'transfer',
          amount: '600.00',
          payee: bruno.user.fullName,
          document: expect.stringContaining('*'),
          releaseAt: held.releaseAt,
          inReview: null,
          secondsLeft: 600,
          createdAt: held.createdAt,
        },
      ],
    });
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([440_000, 60_000, 0]);

    bank.clock.passSeconds(600);
    await Promise.all([releaseDue(bank), releaseDue(bank)]);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([440_000, 0, 60_000]);
    const { entries } = await scene.script.account.ledger({ account: 'all', view: 'movements', limit: 2 });
    expect(entries).toMatchObject([
      { kind: 'transfer', description: 'Sofá', amount: '600.00', reversal: null },
      {
        kind: 'reserved',
        description: 'Reservado até 12:10: Sofá',
        reversal: { transactionId: expect.any(String) },
      },
    ]);
    expect(await codeOf(scene.script.account.waiting.undo({ id: held.id }))).toBe('PAYMENT_NOT_WAITING');
    // Bruno is known for such amounts a day after his first payment.
    expect((await scene.payBruno('700.00')).status).toBe('held');
    bank.clock.passSeconds(86_400);
    expect((await scene.payBruno('700.00')).status).toBe('done');
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
    expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
    expect(await unrecordedTransactions(bank.db)).toEqual([]);
    expect(
      await bank.db.$count(bank.db.tables.accounts, eq(bank.db.tables.accounts.userId, ana.user.id)),
    ).toBe(2);
  });

  test('is made in its time, although its customer’s look-ups are used up', async ({ bank, ana, scene }) => {
    await scene.payBruno('600.00');
    bank.clock.passSeconds(600);
    await countAttempt(bank, 'lookup', ana.user.id, ATTEMPT_LIMITS.lookup.max);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([440_000, 0, 60_000]);
  });

  test('is undone by its customer once: the money and what it used of the limits come back', async ({
    bank,
    ana,
    bruno,
    scene,
  }) => {
    const { id } = await scene.payBruno();
    const sums = async () => Object.values(await usesOf(bank, ana.user)).map(({ transfer }) => transfer);
    expect(await sums()).toEqual([60_000, 60_000, 60_000]);
    const others = scriptOf(bank, bruno.user).account.waiting;
    expect(await codeOf(others.undo({ id }))).toBe('NOT_FOUND');
    expect(await others.list()).toEqual({ reserved: '0.00', payments: [] });
    expect(await codeOf(scene.script.account.waiting.undo({ id: newId() }))).toBe('NOT_FOUND');
    expect(await scene.script.account.waiting.undo({ id })).toEqual({ success: true });
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await sums()).toEqual([0, 0, 0]);
    expect((await refusalOf(scene.script.account.waiting.undo({ id }))).error).toContain('já foi desfeito');
    bank.clock.passSeconds(700);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await letterTo(bank, 'payment_not_made')).toContain('Transferência de R$ 600,00');
    const { entries } = await scene.script.account.ledger({ account: 'all', view: 'movements', limit: 1 });
    expect(entries).toMatchObject([{ kind: 'reserved', reversal: { transactionId: expect.any(String) } }]);
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
    expect(await unrecordedTransactions(bank.db)).toEqual([]);
  });

  test('is undone once by the link of its letter, without signing in', async ({ bank, scene }) => {
    const nobody = callerOf(bank, null);
    const { id } = await scene.payBruno();
    const letter = await letterTo(bank, 'payment_waiting');
    const token = /desfazer\?token=(\S+)/.exec(letter)?.[1] ?? '';
    for (const wrong of ['x', `${newId()}.1.x`, `${token}x`, newUndoToken(bank.keys, newId())])
      expect(await codeOf(nobody.account.waiting.undoByLink({ token: wrong }))).toBe('UNDO_LINK_INVALID');
    expect(await nobody.account.waiting.undoByLink({ token })).toEqual({ success: true });
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await codeOf(nobody.account.waiting.undoByLink({ token }))).toBe('PAYMENT_NOT_WAITING');
    expect(await codeOf(nobody.account.waiting.undo({ id }))).toBe('UNAUTHENTICATED');
  });

  test('is made at once up to R$ 500,00, to a known or trusted payee, and for who chose 0 minutes', async ({
    bank,
    ana,
    bruno,
    scene,
  }) => {
    const forget = () => bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
    expect((await scene.payBruno('500.00')).status).toBe('done');
    expect((await scene.payBruno('500.01')).status).toBe('held');
    await forget();
    const payee = { kind: 'account', target: bruno.accountNumber } as const;
    await knowPayee(bank, ana.user, { ...payee, trustedCents: 100 });
    expect((await scene.payBruno('500.01')).status).toBe('done');
    await forget();
    const own = sessionOf(bank, ana, { proven: null });
    expect(await codeOf(own.account.limits.changeProtection({ undoMinutes: 9 }))).toBe('REAUTHENTICATE');
    expect(await codeOf(own.account.limits.changeProtection({ undoMinutes: 61 }))).toBe('VALIDATION');
    expect(await own.account.limits.changeProtection({ undoMinutes: 60 })).toMatchObject({ undoMinutes: 60 });
    await sessionOf(bank, ana).account.limits.changeProtection({ undoMinutes: 0 });
    expect(await letterTo(bank, 'protection_changed')).toContain('não podem mais ser desfeitos');
    expect((await scene.payBruno('500.01')).status).toBe('done');
  });
});

describe('a payment that waits comes back', () => {
  test.for(['deactivated', 'frozen'] as const)(
    'if the payee is %s when it is to be made',
    async (how, { bank, admin, bruno, scene }) => {
      await scene.payBruno();
      if (how === 'deactivated')
        await admin.call.admin.users.deactivate({ id: bruno.user.id, reason: 'Fraude' });
      else await admin.call.admin.accounts.freeze({ id: bruno.accountId, reason: 'Fraude' });
      bank.clock.passSeconds(600);
      await releaseDue(bank);
      expect(await scene.balances()).toEqual([500_000, 0, 0]);
      expect(await letterTo(bank, 'payment_not_made')).toContain('Conta de destino inativa');
    },
  );

  test.for(['owner', 'bank'] as const)(
    'at once when its %s freezes the account',
    async (who, { bank, admin, ana, scene }) => {
      await scene.payBruno();
      if (who === 'owner') await sessionOf(bank, ana).auth.freeze();
      else await admin.call.admin.accounts.freeze({ id: ana.accountId, reason: 'Fraude' });
      await releaseDue(bank);
      expect(await scene.balances()).toEqual([500_000, 0, 0]);
    },
  );

  test('at once when all access ends, since whoever is shut out may have asked for it', async ({
    bank,
    admin,
    ana,
    scene,
  }) => {
    const { id } = await scene.payBruno();
    const corrected = { id: ana.user.id, email: 'ana@outro.example', reason: 'Digitado errado' };
    await admin.call.admin.users.correctEmail(corrected);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await findWaiting(bank.db, id)).toMatchObject({ status: 'undone' });
    expect(await letterTo(bank, 'payment_not_made')).toContain('encerrado por segurança');
  });

  test('when the token that asked for it is revoked, held for review too; another’s does not', async ({
    bank,
    admin,
    ana,
    bruno,
    scene,
  }) => {
    const [revoked, kept] = [await token(bank, ana.user.id, true), await token(bank, ana.user.id, true)];
    const payBy = ({ id }: typeof revoked, amount: string) => {
      const token = { id, mayMoveMoney: true, perCallCents: 100_000, perDayCents: 500_000 };
      const payment = { accountNumber: bruno.accountNumber, amount, description: 'Sofá' };
      const { account } = callerOf(bank, ana.user, { session: null, token });
      return account.transfer({ ...payment, idempotencyKey: newKey() });
    };
    const { id } = await payBy(revoked, '600.00');
    const other = await payBy(kept, '700.00');
    await putRules(bank, admin, { stepUpFrom: 5, holdFrom: 10 });
    const reviewed = await payBy(revoked, '800.00');
    expect(reviewed).toMatchObject({ inReview: expect.any(String) });
    await sessionOf(bank, ana).auth.tokens.revoke({ id: revoked.id });
    await releaseDue(bank);
    const statuses = [id, reviewed.id, other.id].map(
      async (one) => (await findWaiting(bank.db, one))?.status,
    );
    expect(await Promise.all(statuses)).toEqual(['undone', 'undone', 'waiting']);
    expect(await scene.balances()).toEqual([430_000, 70_000, 0]);
    expect(await letterTo(bank, 'payment_not_made')).toContain('que pediu este pagamento foi encerrado');
  });
});

test('a reservation is not reversed by an administrator, and keeps its customer from closing the account', async ({
  bank,
  admin,
  ana,
  scene,
}) => {
  const { id } = await scene.payBruno();
  const reversal = admin.call.admin.transactions.reverse({ id, reason: 'Engano' });
  expect(await codeOf(reversal)).toBe('NOT_REVERSIBLE');
  const obstacles = await sessionOf(bank, ana).auth.closureObstacles();
  expect(JSON.stringify(obstacles)).toContain('Há pagamento reservado');
  expect(JSON.stringify(obstacles)).not.toContain('600,00');
  expect(await callerOf(bank, ana.user).account.list()).toMatchObject({
    accounts: [{ accountType: 'checking' }],
  });
});
