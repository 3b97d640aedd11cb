import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { MARK_NOTICE_DAYS, markFrom } from '#domain/credit/late';
import { addDays, formatDay } from '#domain/date';
import { test } from '#server/testing/bank-test';
import { runDay, signedCredit } from './testing/loan.ts';

test('letters of a delay announce the negativation and its day, and operations say when they went out', async ({
  setup: scene,
}) => {
  const { bank, ana, admin } = scene;
  const id = await signedCredit(scene, { termMonths: 3 });
  const balance = (await ana.call.account.list({})).accounts[0]?.balance;
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: `-${balance}`, reason: 'Saque' });
  const operation = async () => (await admin.call.credit.operations.list({})).operations[0];
  expect(await operation()).toMatchObject({ noticeAt: null, markFrom: null });
  bank.clock.set('2026-04-11T08:00:00-03:00');
  expect(await operation()).toMatchObject({ noticeAt: null, markFrom: '2026-04-21' });
  for (const day of ['2026-04-11', '2026-05-12']) await runDay(scene, day);
  expect(await operation()).toMatchObject({
    noticeAt: '2026-04-11T12:00:00.000Z',
    markFrom: '2026-04-21',
    overdueInstallments: 2,
  });
  await admin.call.credit.operations.sendEmail({ id });
  const { outbox } = bank.db.tables;
  const textsOf = async (kind: string) =>
    (await bank.db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(outbox.id)).map(
      ({ text }) => text,
    );
  const announced = (day: string) => `o crédito pode ser negativado a partir de ${day}.`;
  const [first, second] = await textsOf('instalment_overdue');
  expect(first).toContain(announced('21/04/2026'));
  expect(second).toContain(announced(formatDay(addDays('2026-05-12', MARK_NOTICE_DAYS))));
  expect((await textsOf('credit_collection'))[0]).toContain(announced('21/04/2026'));
});

test('the announced day counts from the due date, moved to a business day', () => {
  expect(markFrom('2026-04-10')).toBe('2026-04-21');
  expect(markFrom('2026-05-10')).toBe('2026-05-22');
});
