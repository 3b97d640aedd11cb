/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { DEFAULT_SIGNAL_RULES, type SignalRules } from '#domain/protection/signals';
import { noteContactChange } from '#server/auth/contact-change';
import { newId } from '#server/kernel/id';
import { letterTo, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee } from '#server/protection/testing/rules';
import { callerOf } from '#server/testing/people';
import { queriesDuring } from '#server/testing/queries-during';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { putRules } from './testing/rules-in-force.ts';
import { test } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

describe('what signals say of a payment', () => {
  const NIGHT = 9 * 3600;

  test('one that they forbid moves nothing, is kept with its reasons, and its customer is told', async ({
    bank,
    ana,
    admin,
    scene,
  }) => {
    await bank.db.transaction((tx) => noteContactChange(tx, ana.user.id, bank.clock.real()));
    await putRules(bank, admin, { refuseFrom: 50, holdFrom: 50 });
    const refused = await refusalOf(scene.payBruno('300.00'));
    expect(refused).toMatchObject({ status: 403, code: 'PAYMENT_TOO_DOUBTFUL' });
    expect(refused.error).toContain(
      'não foi feito: quem recebe é novo, e-mail ou telefone mudou há menos de 72 horas',
    );
    expect(JSON.stringify(refused)).not.toContain('score');
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await letterTo(bank, 'payment_refused')).toContain('não fizemos um pagamento de R$ 300,00');
    const { refusedPayments } = bank.db.tables;
    expect(await bank.db.select().from(refusedPayments)).toMatchObject([
      { userId: ana.user.id, amountCents: 30_000, signals: { score: 50, outcome: 'refuse' } },
    ]);
    expect(await admin.call.admin.audit.list({ action: 'refuse_doubtful_payment' })).toMatchObject({
      logs: [{ entityId: ana.user.id }],
    });
    bank.clock.passSeconds(72 * 3600);
    expect(await scene.payBruno('300.00')).toMatchObject({ status: 'done' });
  });

  test('one that is repeated under its key is kept and told once, and few are kept in an hour', async ({
    bank,
    admin,
    scene,
  }) => {
    await putRules(bank, admin, { refuseFrom: 20, holdFrom: 20, stepUpFrom: 20 });
    const { refusedPayments } = bank.db.tables;
    for (let times = 0; times < 3; times += 1)
      expect(await codeOf(scene.payBruno('300.00', 'o-mesmo'))).toBe('PAYMENT_TOO_DOUBTFUL');
    expect(await bank.db.$count(refusedPayments)).toBe(1);
    const { max } = ATTEMPT_LIMITS.refusedPayment;
    for (let times = 0; times <= max; times += 1)
      expect(await codeOf(scene.payBruno('300.00'))).toBe('PAYMENT_TOO_DOUBTFUL');
    expect(await bank.db.$count(refusedPayments)).toBe(max);
  });

  test('one that is out of the ordinary must be confirmed, to a known payee too', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
    await putRules(bank, admin, { stepUpFrom: 15 });
    const call = sessionOf(bank, ana);
    const pay = (amount: string) =>
      call.account.transfer({
        accountNumber: bruno.accountNumber,
        amount,
        description: 'Jantar',
        idempotencyKey: newKey(),
      });
    expect(await pay('20.00')).toMatchObject({ status: 'done' });
    bank.clock.passSeconds(NIGHT);
    expect(await codeOf(pay('20.00'))).toBe('CONFIRMATION_REQUIRED');
    const { confirmations } = bank.db.tables;
    expect(await bank.db.select().from(confirmations)).toMatchObject([{ reasons: ['doubtful'] }]);
  });

  test('a payment keeps its facts, and is not judged again when it is released', async ({ bank, scene }) => {
    await scene.payBruno('600.00');
    bank.clock.passSeconds(600);
    await releaseDue(bank);
    const { paymentIntents } = bank.db.tables;
    const rows = await bank.db.select().from(paymentIntents);
    expect(rows).toMatchObject([{ state: 'done', executeAt: rows[0]?.concludedAt }]);
    expect(rows.map(({ signals }) => signals)).toEqual([
      {
        version: null,
        score: 20,
        outcome: 'allow',
        facts: {
          kind: 'transfer',
          amountCents: 60_000,
          payeeIs: 'new',
          isDeviceNew: false,
          isNight: false,
          balancePercent: 12,
          paymentsBefore: 0,
          hasContactChanged: false,
        },
      },
    ]);
  });

  test('a payee trusted for the amount is not new', async ({ bank, ana, bruno, admin, scene }) => {
    const payee = { kind: 'account', target: bruno.accountNumber, trustedCents: 30_000 } as const;
    await knowPayee(bank, ana.user, payee);
    await putRules(bank, admin, { stepUpFrom: 1, holdFrom: 1, refuseFrom: 1 });
    expect(await scene.payBruno('300.00')).toMatchObject({ status: 'done' });
  });

  test('many in a row count, also those of one group', async ({ bank, ana, bruno, admin, scene }) => {
    await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
    await putRules(bank, admin, { paymentsBefore: 3, refuseFrom: 20, holdFrom: 20, stepUpFrom: 20 });
    const codes = await settledCodes(Array.from({ length: 8 }, () => scene.payBruno('1.00')));
    expect(codes.filter((code) => code === 'done')).toHaveLength(3);
    expect(codes.filter((code) => code === 'PAYMENT_TOO_DOUBTFUL')).toHaveLength(5);
    expect(await scene.balances()).toEqual([499_700, 0, 300]);
  });
});

describe('rules of signals', () => {
  test('are changed by one of two administrators, who saw the ones in force', async ({ bank, admin }) => {
    const first = await admin.call.admin.signals.get();
    expect(first).toEqual({ version: null, rules: DEFAULT_SIGNAL_RULES });
    const call = sessionOf(bank, admin);
    const change = (holdFrom: number, basedOn = first.version) =>
      call.admin.signals.change({ ...DEFAULT_SIGNAL_RULES, holdFrom, basedOn });
    const codes = await settledCodes([change(60), change(61)]);
    expect(codes.sort()).toEqual(['SIGNALS_CHANGED', 'done']);
    const now = await admin.call.admin.signals.get();
    expect([60, 61]).toContain(now.rules.holdFrom);
    await change(70, now.version);
    expect(await codeOf(change(71, now.version))).toBe('SIGNALS_CHANGED');
    const { logs } = await admin.call.admin.audit.list({ action: 'change_signals' });
    expect(logs).toHaveLength(2);
  });

  test('are tried on past payments, of which those undone, refused or frozen after are not fine', async ({
    bank,
    ana,
    admin,
    scene,
  }) => {
    const undone = await scene.payBruno('600.00');
    await scene.script.account.waiting.undo({ id: undone.id });
    bank.clock.passSeconds(1);
    await scene.payBruno('200.00');
    bank.clock.passSeconds(3 * 86_400);
    await putRules(bank, admin, {
      refuseFrom: 1,
      holdFrom: 1,
      stepUpFrom: 1,
      points: { ...DEFAULT_SIGNAL_RULES.points, most_of_balance: 50 },
    });
    expect(await codeOf(scene.payBruno('4500.00'))).toBe('PAYMENT_TOO_DOUBTFUL');
    const replay = (change: Partial<SignalRules> & { days?: number }) =>
      admin.call.admin.signals.replay({ ...DEFAULT_SIGNAL_RULES, ...change });
    expect(await replay({ holdFrom: 20, stepUpFrom: 20, refuseFrom: 90 })).toMatchObject({
      payments: 3,
      before: { allow: 2, refuse: 1 },
      after: { allow: 0, step_up: 0, hold: 3, refuse: 0 },
      stopped: 3,
      fine: 1,
      examples: [
        { amount: '4500.00', isFine: false },
        { amount: '200.00', isFine: true, clientName: ana.user.fullName, reasons: ['new_payee'] },
        { amount: '600.00', isFine: false },
      ],
    });
    expect(await replay({})).toMatchObject({ stopped: 0, fine: 0, examples: [] });
    expect(await replay({ days: 2, holdFrom: 20, stepUpFrom: 20 })).toMatchObject({ payments: 1 });
    // Within 72 hours of the payment that was fine.
    await scene.script.auth.freeze();
    expect(await replay({ holdFrom: 20, stepUpFrom: 20 })).toMatchObject({ stopped: 3, fine: 0 });
  });

  test('are tried on each of more payments than one page, also of one moment', async ({
    bank,
    admin,
    scene,
  }) => {
    await putRules(bank, admin, { stepUpFrom: 20, holdFrom: 20, refuseFrom: 20 });
    expect(await codeOf(scene.payBruno('300.00'))).toBe('PAYMENT_TOO_DOUBTFUL');
    const { refusedPayments } = bank.db.tables;
    const [first] = await bank.db.select().from(refusedPayments);
    if (!first) throw new Error('the refused payment is not kept');
    const more = Array.from({ length: 1_500 }, () => ({ ...first, id: newId(), idempotencyKey: null }));
    await bank.db.transaction((tx) => tx.insertRows(refusedPayments, more));
    const rules = { ...DEFAULT_SIGNAL_RULES, holdFrom: 20, stepUpFrom: 20 };
    const replay = (signal?: AbortSignal) =>
      callerOf(bank, admin.user, {}, signal).admin.signals.replay(rules);
    const five = await queriesDuring(bank, () => Promise.all(Array.from({ length: 5 }, () => replay())));
    // Each begins with its count.
    expect(five.mostAtOnce).toBeLessThanOrEqual(6);
    expect(await replay()).toMatchObject({
      payments: 1_501,
      stopped: 1_501,
      fine: 0,
      examples: { length: 20 },
    });
    const gone = new AbortController();
    const { queries } = await queriesDuring(bank, async () => {
      const asked = replay(gone.signal);
      gone.abort();
      expect(await codeOf(asked)).toBe('BUSY');
    });
    expect(queries).toBeLessThan(five.queries / 10);
  });
});
