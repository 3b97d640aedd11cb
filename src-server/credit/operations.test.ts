import { eq, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { formatBrl, toDecimal } from '#domain/money';
import { newId } from '#server/kernel/id';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { approvedCredit, signedCredit } from './testing/loan.ts';

const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const id = await signedCredit(scene, { termMonths: 3, interestRate: '2.49' });
  const moveTo = (day: string) => scene.bank.clock.set(`${day}T09:00:00-03:00`);
  const mails = async (kind: string) => {
    const { outbox } = scene.bank.db.tables;
    return scene.bank.db.select().from(outbox).where(eq(outbox.kind, kind));
  };
  return { ...scene, id, moveTo, mails };
});

describe('the operations list', () => {
  test('an operation shows what is due today, how late it is and what comes next, the latest payer first', async ({
    scene: { ana, admin, bruno, bank, moveTo, id },
  }) => {
    moveTo('2026-04-10');
    const onTheDay = await admin.call.credit.operations.list({ delay: 'today' });
    expect(onTheDay.operations).toMatchObject([
      { id, daysLate: 0, dueDate: '2026-04-10', nextDueDate: '2026-04-10', dueToday: '420.08' },
    ]);
    moveTo('2026-04-15');
    expect((await admin.call.credit.operations.list({ delay: 'today' })).operations).toEqual([]);
    const later = await signedCredit(
      { bank, admin, ana: { ...bruno, call: bruno.call } as typeof ana },
      { termMonths: 2 },
    );
    const { operations } = await admin.call.credit.operations.list({ sort: 'dueDate' });
    expect(operations).toMatchObject([
      { id, daysLate: 5, dueDate: '2026-04-10', nextDueDate: '2026-05-10' },
      { id: later, daysLate: 0, dueToday: '0.00' },
    ]);
    expect(Number(operations[0]?.dueToday)).toBeGreaterThan(420.08);
    expect(
      (await admin.call.credit.operations.list({ sort: '-dueDate' })).operations.map((one) => one.id),
    ).toEqual([later, id]);
  });

  test('operations are the credits that were paid out, for administrators alone', async ({
    scene: { ana, admin, bank, id },
  }) => {
    await approvedCredit({ ana, admin }, { purpose: 'Ainda não assinado' });
    expect(await codeOf(ana.call.credit.operations.list())).toBe('FORBIDDEN');
    const { operations, nextCursor, totals } = await admin.call.credit.operations.list();
    expect(operations).toEqual([
      {
        id,
        userId: ana.user.id,
        user: {
          fullName: 'Ana Moreira',
          cpf: '***.982.247-**',
          cnpj: null,
          phone: expect.any(String),
          email: expect.any(String),
        },
        purpose: 'Reforma da cozinha',
        amount: '1200.00',
        monthlyPayment: '420.08',
        remainingAmount: '1260.25',
        paidInstallments: 0,
        totalInstallments: 3,
        overdueInstallments: 0,
        daysLate: 0,
        dueDate: '2026-04-10',
        nextDueDate: '2026-04-10',
        dueToday: '0.00',
        interestRate: '2.49',
        hasCollateral: false,
        approvedAt: bank.clock.now().toISOString(),
        paidOutDate: '2026-03-10',
        negativatedAt: null,
        noticeAt: null,
        markFrom: null,
        operationStatus: 'adimplente',
      },
    ]);
    expect(nextCursor).toBeNull();
    expect(totals).toEqual({
      total: 1,
      adimplente: 1,
      em_atraso: 0,
      negativado: 0,
      finalizado: 0,
      outstanding: '1260.25',
      principal: '1200.00',
    });
  });

  test('operations are found by name, digits of the CPF and purpose, and filtered by status, by pages', async ({
    scene: { ana, admin, bruno, bank, id, moveTo },
  }) => {
    const other = await signedCredit(
      { admin, bank, ana: bruno },
      { termMonths: 12, purpose: 'Moto para entregas' },
    );
    const found = async (input: Parameters<typeof admin.call.credit.operations.list>[0]) =>
      (await admin.call.credit.operations.list(input)).operations.map((one) => one.id);
    expect(await found({ q: 'moreira' })).toEqual([id]);
    expect(await found({ q: 'ENTREGAS' })).toEqual([other]);
    expect(await found({ q: '529.982' })).toEqual([id]);
    expect(await found({ q: '2659' })).toEqual([other]);
    expect(await found({ q: 'ninguém' })).toEqual([]);
    expect(await found({ q: 'ana\tmoreira' })).toEqual([id]);
    moveTo('2026-04-15');
    await ana.call.credit.payInstallments({
      ids: (await ana.call.credit.schedules()).schedules.map((one) => one.id),
    });
    expect(await found({ status: 'finalizado' })).toEqual([id]);
    expect(await found({ status: 'em_atraso' })).toEqual([other]);
    expect(await found({ status: 'negativado' })).toEqual([]);
    expect(await found({ delay: '1' })).toEqual([other]);
    expect(await found({ delay: 30 })).toEqual([]);
    expect(await found({ delay: 'new' })).toEqual([other]);
    const late = await admin.call.credit.operations.list({ delay: 1 });
    expect(late.totals).toMatchObject({ total: 1, em_atraso: 1, finalizado: 0, principal: null });
    moveTo('2026-07-15');
    expect(await found({ status: 'negativado' })).toEqual([other]);
    expect(await found({ status: 'adimplente' })).toEqual([]);
    expect(await found({ delay: 90 })).toEqual([other]);
    expect(await found({ delay: 'new' })).toEqual([other]);
    moveTo('2026-07-25');
    expect(await found({ delay: 'new' })).toEqual([]);
    expect(await found({ delay: 1 })).toEqual([other]);
    const page = await admin.call.credit.operations.list({ limit: 1 });
    const { instalments } = bank.db.tables;
    const unpaid = await bank.db.select().from(instalments).where(isNull(instalments.paidOn));
    const principalCents = unpaid.reduce((sum, one) => sum + one.principalCents, 0);
    expect(unpaid).toHaveLength(12);
    expect(page).toMatchObject({
      totals: { total: 2, negativado: 1, finalizado: 1, principal: toDecimal(principalCents) },
      operations: [{ id: other, operationStatus: 'negativado', overdueInstallments: 4 }],
    });
    const { totals: ofNegativated } = await admin.call.credit.operations.list({ status: 'negativado' });
    expect(ofNegativated).toMatchObject({ total: 2, outstanding: page.totals.outstanding, principal: null });
    const { totals: ofFinished } = await admin.call.credit.operations.list({ status: 'finalizado' });
    expect(ofFinished).toMatchObject({ total: 2, outstanding: '0.00' });
    expect(await found({ limit: 1, cursor: page.nextCursor ?? '' })).toEqual([id]);
    expect(await codeOf(admin.call.credit.operations.list({ cursor: 'x' }))).toBe('VALIDATION');
    expect(await codeOf(admin.call.credit.operations.list({ delay: 31 }))).toBe('VALIDATION');
  });
});

test('more operations than one query reads are all counted, filtered and listed', async ({
  scene: { admin, bank, id, moveTo },
}) => {
  const { creditProposals } = bank.db.tables;
  const [credit] = await bank.db.select().from(creditProposals);
  if (!credit) throw new Error('the test has no credit');
  const finished = Array.from({ length: 1100 }, () => ({
    ...credit,
    id: newId(),
    createdAt: bank.clock.now(),
  }));
  await bank.db.transaction((tx) => tx.insertRows(creditProposals, finished));
  moveTo('2026-04-15');
  const { list } = admin.call.credit.operations;
  const late = await list({ status: 'em_atraso' });
  expect(late.operations.map((one) => one.id)).toEqual([id]);
  expect(late).toMatchObject({
    nextCursor: null,
    totals: { total: 1101, finalizado: 1100, em_atraso: 1, outstanding: '1260.25' },
  });
  const seen = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 200, cursor, status: 'finalizado', sort: '-dueDate' });
    seen.push(...page.operations.map((one) => one.id));
    cursor = page.nextCursor;
  }
  expect(seen.toSorted()).toEqual(finished.map((one) => one.id).toSorted());
});

describe('the collection e-mail', () => {
  test('the collection e-mail is refused where nothing is overdue or nothing was paid out', async ({
    scene: { ana, admin, id },
  }) => {
    expect(await codeOf(ana.call.credit.operations.sendEmail({ id }))).toBe('FORBIDDEN');
    expect(await codeOf(admin.call.credit.operations.sendEmail({ id: 'missing' }))).toBe('NOT_FOUND');
    const unsigned = await approvedCredit({ ana, admin });
    expect(await codeOf(admin.call.credit.operations.sendEmail({ id: unsigned }))).toBe('NOT_FOUND');
    expect(await refusalOf(admin.call.credit.operations.sendEmail({ id }))).toMatchObject({
      status: 409,
      code: 'NOTHING_OVERDUE',
    });
  });

  test('the collection e-mail names what is overdue, its amount today, and how to pay; at most once a minute', async ({
    scene: { bank, admin, id, moveTo, mails },
  }) => {
    moveTo('2026-05-12');
    expect(await admin.call.credit.operations.sendEmail({ id })).toEqual({ success: true });
    expect(await refusalOf(admin.call.credit.operations.sendEmail({ id }))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
    });
    bank.clock.passSeconds(61);
    await admin.call.credit.operations.sendEmail({ id });
    const [mail, again] = await mails('credit_collection');
    expect(again).toBeDefined();
    // 420.08: fine of 8.40; 32 and 2 days of interest.
    for (const part of [
      `Parcela 1 de 3, de ${formatBrl(42008)}, com vencimento em 10/04/2026: 32 dias de atraso, multa de ${formatBrl(840)}, juros de ${formatBrl(448)}. Hoje: ${formatBrl(43296)}`,
      `Parcela 2 de 3, de ${formatBrl(42008)}, com vencimento em 10/05/2026: 2 dias de atraso`,
      `Total em 12/05/2026: ${formatBrl(86172)}`,
      'Como pagar',
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain('Parcela 3');
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'send_collection_email'));
    expect(rows).toHaveLength(2);
  });
});

describe('the negativation of a credit', () => {
  test('a negativation needs an overdue instalment, happens once, and tells the customer', async ({
    scene: { bank, ana, admin, id, moveTo, mails },
  }) => {
    expect(await codeOf(ana.call.credit.operations.negativate({ id }))).toBe('FORBIDDEN');
    expect(await codeOf(admin.call.credit.operations.negativate({ id: 'missing' }))).toBe('NOT_FOUND');
    expect(await codeOf(admin.call.credit.operations.negativate({ id }))).toBe('NOTHING_OVERDUE');
    moveTo('2026-04-11');
    expect(await admin.call.credit.operations.negativate({ id })).toMatchObject({
      operationStatus: 'negativado',
      overdueInstallments: 1,
      negativatedAt: bank.clock.now().toISOString(),
    });
    expect(await refusalOf(admin.call.credit.operations.negativate({ id }))).toMatchObject({
      status: 409,
      code: 'ALREADY_NEGATIVATED',
    });
    expect(await mails('credit_negativated')).toHaveLength(1);
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'negativate_credit'));
    expect(rows).toMatchObject([{ entityId: id, userId: admin.user.id }]);
  });

  test(
    'of many concurrent negativations one is stored',
    race(),
    async ({ scene: { admin, id, moveTo, mails } }) => {
      moveTo('2026-04-11');
      const all = await Promise.allSettled(
        Array.from({ length: 6 }, () => admin.call.credit.operations.negativate({ id })),
      );
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await mails('credit_negativated')).toHaveLength(1);
    },
  );
});
