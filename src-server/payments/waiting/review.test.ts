/** @module-tag postgres */
import { describe, expect } from 'vitest';
import { DEFAULT_SIGNAL_RULES, type SignalRules } from '#domain/protection/signals';
import { verifyAudit } from '#server/audit/verify';
import { noteContactChange } from '#server/auth/contact-change';
import { newId } from '#server/kernel/id';
import { verifyLedger } from '#server/ledger/verify';
import { letterTo, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee } from '#server/protection/testing/rules';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { test as waitingTest } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

const REASON = 'Conferido por telefone com a cliente';

/** Rules in force from now on. */
async function use(bank: TestBank, adminId: string, change: Partial<SignalRules>): Promise<void> {
  const rules = { ...DEFAULT_SIGNAL_RULES, ...change };
  await bank.db.transaction(async (tx) => {
    const row = { id: newId(), basedOn: newId(), rules, createdById: adminId, createdAt: bank.clock.now() };
    await tx.insert(tx.tables.signalRules).values(row);
  });
}

/** The first payment to Bruno is held for review. */
const test = waitingTest.extend('held', async ({ bank, admin, scene }) => {
  await use(bank, admin.user.id, { holdFrom: 20, stepUpFrom: 20 });
  return await scene.payBruno('300.00', newKey());
});

describe('a payment held for review', () => {
  test('is reserved for a day, its customer and the administrators see why, and a freeze of time makes it no sooner', async ({
    bank,
    admin,
    held,
    scene,
  }) => {
    expect(held).toMatchObject({
      status: 'held',
      inReview: 'quem recebe é novo',
      releaseAt: '2026-03-11T15:00:00.000Z',
    });
    expect(await scene.balances()).toEqual([470_000, 30_000, 0]);
    expect(await scene.script.account.waiting.list()).toMatchObject({
      reserved: '300.00',
      payments: [{ id: held.id, inReview: 'quem recebe é novo' }],
    });
    const letter = await letterTo(bank, 'payment_in_review');
    expect(letter).toContain('Motivo: quem recebe é novo.');
    expect(letter).toContain('/desfazer');
    expect(await admin.call.admin.reviews.list({ state: 'pending' })).toMatchObject({
      totals: { count: 1 },
      reviews: [
        {
          id: held.id,
          state: 'pending',
          amount: '300.00',
          reasons: ['new_payee'],
          score: 20,
          kind: 'transfer',
        },
      ],
    });
    const { needs } = await admin.call.admin.overview({ days: 7 });
    expect(needs.filter(({ need }) => need === 'payment_reviews')).toMatchObject([{ count: 1 }]);
    bank.clock.passSeconds(86_399);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([470_000, 30_000, 0]);
  });

  test('is made once an administrator approves it, by two at once too', async ({
    bank,
    admin,
    held,
    scene,
  }) => {
    const decide = (idempotencyKey: string) =>
      admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON, idempotencyKey });
    const codes = await settledCodes([decide('um'), decide('dois')]);
    expect(codes.sort()).toEqual(['REVIEW_DECIDED', 'done']);
    await Promise.all([releaseDue(bank), releaseDue(bank)]);
    expect(await scene.balances()).toEqual([470_000, 0, 30_000]);
    expect((await admin.call.admin.reviews.list({})).reviews).toMatchObject([
      { state: 'approved', reason: REASON, decidedAt: expect.any(String) },
    ]);
    expect(await admin.call.admin.audit.list({ action: 'review_payment' })).toMatchObject({
      logs: [{ entityId: held.id }],
    });
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
    expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
  });

  test('is given back when it is refused, and its customer reads the reason', async ({
    bank,
    admin,
    held,
    scene,
  }) => {
    const input = {
      id: held.id,
      decision: 'refused',
      reason: 'A cliente não reconhece',
      idempotencyKey: 'r',
    } as const;
    const answer = await admin.call.admin.reviews.decide(input);
    expect(answer).toEqual({ id: held.id, state: 'refused' });
    expect(await admin.call.admin.reviews.decide(input)).toEqual(answer);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await letterTo(bank, 'payment_not_made')).toContain('Motivo: A cliente não reconhece');
    expect((await admin.call.admin.reviews.list({ state: 'refused' })).reviews).toHaveLength(1);
  });

  test('is given back when nobody decides within a day', async ({ bank, admin, held, scene }) => {
    bank.clock.passSeconds(86_400);
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await letterTo(bank, 'payment_not_made')).toContain('A análise não terminou a tempo');
    expect((await admin.call.admin.reviews.list({ state: 'lapsed' })).reviews).toMatchObject([
      { id: held.id },
    ]);
    const late = admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    expect(await codeOf(late)).toBe('REVIEW_DECIDED');
  });

  test('is undone by its customer, and then nobody decides on it', async ({ bank, admin, held, scene }) => {
    await scene.script.account.waiting.undo({ id: held.id });
    const late = admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    expect(await codeOf(late)).toBe('REVIEW_DECIDED');
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect((await admin.call.admin.reviews.list({ state: 'undone' })).reviews).toHaveLength(1);
    expect((await admin.call.admin.reviews.list({ state: 'pending' })).reviews).toEqual([]);
    const { needs } = await admin.call.admin.overview({ days: 7 });
    expect(needs.filter(({ need }) => need === 'payment_reviews')).toEqual([]);
  });

  test('its undoing and its approval at once end it one way', async ({ bank, admin, held, scene }) => {
    const approve = admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    await settledCodes([approve, scene.script.account.waiting.undo({ id: held.id })]);
    await releaseDue(bank);
    expect([
      [470_000, 0, 30_000],
      [500_000, 0, 0],
    ]).toContainEqual(await scene.balances());
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });

  test('of nobody, or with a wrong decision, is refused', async ({ admin, held }) => {
    const decide = (input: object) =>
      admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON, ...input });
    expect(await codeOf(decide({ id: newId() }))).toBe('NOT_FOUND');
    expect(await refusalOf(decide({ decision: 'pending' }))).toMatchObject({
      status: 400,
      error: 'Escolha liberar ou recusar',
    });
    expect(await codeOf(decide({ reason: '' }))).toBe('VALIDATION');
  });
});

describe('what signals say of a payment', () => {
  const NIGHT = 9 * 3600;

  waitingTest(
    'one that they forbid moves nothing, is kept with its reasons, and its customer is told',
    async ({ bank, ana, admin, scene }) => {
      await bank.db.transaction((tx) => noteContactChange(tx, ana.user.id, bank.clock.real()));
      await use(bank, admin.user.id, { refuseFrom: 50, holdFrom: 50 });
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
    },
  );

  waitingTest(
    'one that is out of the ordinary must be confirmed, to a known payee too',
    async ({ bank, ana, bruno, admin }) => {
      await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
      await use(bank, admin.user.id, { stepUpFrom: 15 });
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
      const { code, confirmationId = '' } = await refusalOf(pay('20.00'));
      expect(code).toBe('CONFIRMATION_REQUIRED');
      expect(await call.account.confirmations.get({ id: confirmationId })).toMatchObject({
        reasons: ['doubtful'],
      });
    },
  );

  waitingTest(
    'each payment keeps its facts, and what it was released by is not judged again',
    async ({ bank, scene }) => {
      await scene.payBruno('600.00');
      bank.clock.passSeconds(600);
      await releaseDue(bank);
      const { paymentAuthorisations: made } = bank.db.tables;
      const rows = await bank.db.select().from(made).orderBy(made.transactionId);
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
        null,
      ]);
    },
  );

  waitingTest('many in a row count, also those of one group', async ({ bank, ana, bruno, admin, scene }) => {
    await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
    await use(bank, admin.user.id, { paymentsBefore: 3, refuseFrom: 20, holdFrom: 20, stepUpFrom: 20 });
    const codes = await settledCodes(Array.from({ length: 8 }, () => scene.payBruno('1.00')));
    expect(codes.filter((code) => code === 'done')).toHaveLength(3);
    expect(codes.filter((code) => code === 'PAYMENT_TOO_DOUBTFUL')).toHaveLength(5);
    expect(await scene.balances()).toEqual([499_700, 0, 300]);
  });
});

describe('rules of signals', () => {
  waitingTest(
    'are changed by one of two administrators, who saw the ones in force',
    async ({ bank, admin }) => {
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
    },
  );

  waitingTest(
    'are tried on past payments, of which those undone, refused or frozen after are not fine',
    async ({ bank, ana, admin, scene }) => {
      const undone = await scene.payBruno('600.00');
      await scene.script.account.waiting.undo({ id: undone.id });
      bank.clock.passSeconds(1);
      await scene.payBruno('200.00');
      bank.clock.passSeconds(3 * 86_400);
      await use(bank, admin.user.id, {
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
    },
  );
});
