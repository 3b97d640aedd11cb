import { expect } from 'vitest';
import { addDays } from '#domain/date';
import { test } from '#server/testing/bank-test';
import { runDay, signedCredit } from './testing/loan.ts';

test('a customer without a rating is told when it begins, and how many instalments were paid ahead', async ({
  setup: { bank, ana, bruno, admin },
}) => {
  expect(await bruno.call.credit.rating()).toMatchObject({ rating: null, nextDueOn: null, paidAhead: 0 });
  await signedCredit({ bank, ana, admin });
  const { schedules } = await ana.call.credit.schedules({});
  const [first, ...others] = schedules.toSorted(
    (one, other) => one.installmentNumber - other.installmentNumber,
  );
  await ana.call.credit.payInstallment({ id: first?.id ?? '' });
  for (const { id } of others.slice(0, 3)) await ana.call.credit.payInstallment({ id });
  const nextDueOn = first?.dueDate ?? '';
  expect(await ana.call.credit.rating()).toMatchObject({ rating: null, nextDueOn, paidAhead: 4 });
  await runDay({ bank }, nextDueOn);
  expect(await ana.call.credit.rating()).toMatchObject({ rating: null, nextDueOn, paidAhead: 4 });
  await runDay({ bank }, addDays(nextDueOn, 1));
  expect(await ana.call.credit.rating()).toMatchObject({ rating: 550, nextDueOn: others[0]?.dueDate });
});
