/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { ATTEMPT_LIMITS, REPEATED_MAIL_LIMITS } from '#domain/limits';
import { verifyAudit } from '#server/audit/verify';
import { newId } from '#server/kernel/id';
import { verifyLedger } from '#server/ledger/verify';
import { letterTo, newKey } from '#server/protection/testing/protected-bank';
import { makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { putRules } from './testing/rules-in-force.ts';
import { test as waitingTest } from './testing/waiting-test.ts';
import { releaseDue } from './waiting-worker.ts';

const REASON = 'Conferido por telefone com a cliente';

/** The first payment to Bruno is held for review. */
const test = waitingTest.extend('held', async ({ bank, admin, scene }) => {
  await putRules(bank, admin, { holdFrom: 20, stepUpFrom: 20 });
  return await scene.payBruno('300.00', newKey());
});

test('reserving and undoing in turn is limited, its letters too, and a reservation has no receipt', async ({
  bank,
  ana,
  held,
  scene,
}) => {
  const { notifications, outbox, users } = bank.db.tables;
  await bank.db.transaction(async (tx) => {
    await tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, ana.user.id));
  });
  const { waiting } = scene.script.account;
  expect(await refusalOf(scene.script.account.receipt({ id: held.id }))).toMatchObject({
    code: 'RECEIPT_NOT_READY',
    error: expect.stringContaining('reserva'),
  });
  await waiting.undo({ id: held.id });
  for (let turn = 1; turn < ATTEMPT_LIMITS.reservation.max; turn += 1)
    await waiting.undo({ id: (await scene.payBruno('0.01')).id });
  expect(await codeOf(scene.payBruno('0.01'))).toBe('TOO_MANY_ATTEMPTS');
  expect((await waiting.list()).payments).toEqual([]);
  const letters = eq(outbox.kind, 'payment_in_review');
  // And the one from before, to a confirmed address: those have no limit but that of reservations.
  expect(await bank.db.$count(outbox, letters)).toBe(REPEATED_MAIL_LIMITS.each + 1);
  const bells = eq(notifications.kind, 'payment_in_review');
  expect(await bank.db.$count(notifications, bells)).toBe(ATTEMPT_LIMITS.reservation.max);
});

describe('a payment held for review', () => {
  test('is one of 50 at most that wait', race(), async ({ held, scene }) => {
    const codes = await settledCodes(Array.from({ length: 64 }, () => scene.payBruno('0.01', newKey())));
    expect(codes.filter((code) => code === 'done')).toHaveLength(49);
    expect(codes.filter((code) => code === 'TOO_MANY_WAITING')).toHaveLength(15);
    await scene.script.account.waiting.undo({ id: held.id });
    expect((await scene.payBruno('0.01')).status).toBe('held');
    expect(await settledCodes([scene.payBruno('0.01')])).toEqual(['TOO_MANY_WAITING']);
  });

  test('is reserved for a day, and its customer and the administrators see why', async ({
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
    const isView = eq(bank.db.tables.auditLog.action, 'view_user');
    const views = await bank.db.$count(bank.db.tables.auditLog, isView);
    await admin.call.admin.reviews.list({ q: 'Ana Moreira' });
    expect(await bank.db.$count(bank.db.tables.auditLog, isView)).toBe(views + 1);
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

  test('is not approved by the administrator who corrected its customer’s e-mail, while another one can', async ({
    bank,
    ana,
    admin,
    scene,
  }) => {
    const other = await makeAdmin(bank);
    await putRules(bank, admin, { holdFrom: 20, stepUpFrom: 20 });
    const correction = { id: ana.user.id, email: 'outra@correio.example', reason: REASON };
    await admin.call.admin.users.correctEmail(correction);
    const held = await scene.payBruno('300.00', newKey());
    const asked = { id: held.id, reason: REASON, idempotencyKey: newKey() } as const;
    const decide = (by: typeof admin, decision: 'approved' | 'refused') =>
      by.call.admin.reviews.decide({ ...asked, decision });
    expect(await codeOf(decide(admin, 'approved'))).toBe('CORRECTED_BY_YOU');
    expect(await decide(other, 'approved')).toMatchObject({ state: 'approved' });
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

  test('is not approved after its day, also when nothing has given it back yet', async ({
    bank,
    admin,
    held,
    scene,
  }) => {
    bank.clock.passSeconds(86_400);
    const late = admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    expect(await codeOf(late)).toBe('REVIEW_DECIDED');
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
  });

  test('goes back when its customer freezes the account', async ({ bank, held, scene }) => {
    expect(held.status).toBe('held');
    await scene.script.auth.freeze();
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
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

  test('is not approved once all access has ended, also when nothing has given it back yet', async ({
    bank,
    admin,
    ana,
    held,
    scene,
  }) => {
    const corrected = { id: ana.user.id, email: 'ana@outro.example', reason: 'Digitado errado' };
    await admin.call.admin.users.correctEmail(corrected);
    const late = admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    expect(await codeOf(late)).toBe('REVIEW_DECIDED');
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
  });

  test('is decided once by one request that arrives twice at once, and both get its answer', async ({
    admin,
    held,
  }) => {
    const decide = () =>
      admin.call.admin.reviews.decide({
        id: held.id,
        decision: 'approved',
        reason: REASON,
        idempotencyKey: 'o-mesmo',
      });
    expect(await Promise.all([decide(), decide()])).toEqual(
      Array(2).fill({ id: held.id, state: 'approved' }),
    );
  });

  test('whose account freezes after its approval is shown as undone', async ({
    bank,
    admin,
    held,
    scene,
  }) => {
    await admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    await scene.script.auth.freeze();
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect((await admin.call.admin.reviews.list({ state: 'undone' })).reviews).toMatchObject([
      { id: held.id, state: 'undone' },
    ]);
    expect((await admin.call.admin.reviews.list({ state: 'approved' })).reviews).toEqual([]);
  });

  test('whose payee has closed the account meanwhile is given back after its approval, with the reason', async ({
    bank,
    bruno,
    admin,
    held,
    scene,
  }) => {
    const { accounts } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx.update(accounts).set({ isActive: false }).where(eq(accounts.id, bruno.accountId));
    });
    await admin.call.admin.reviews.decide({ id: held.id, decision: 'approved', reason: REASON });
    await releaseDue(bank);
    expect(await scene.balances()).toEqual([500_000, 0, 0]);
    expect(await letterTo(bank, 'payment_not_made')).toMatch(/Motivo: .*(conta|Conta)/);
    expect((await admin.call.admin.reviews.list({ state: 'not_made' })).reviews).toMatchObject([
      { id: held.id, state: 'not_made' },
    ]);
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
