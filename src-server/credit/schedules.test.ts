import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { signedCredit } from './testing/loan.ts';

test('a customer’s instalments come all at once, or as many as asked for, with a cursor for the next', async ({
  setup: scene,
}) => {
  const { ana, admin } = scene;
  const id = await signedCredit(scene, { termMonths: 12 });
  const all = await ana.call.credit.schedules();
  expect(all).toMatchObject({ nextCursor: null });
  expect(all.schedules).toHaveLength(12);
  for (const call of [ana.call, admin.call]) {
    const five = await call.credit.schedules({ limit: 5, proposalId: id });
    expect(five.schedules).toHaveLength(5);
    const rest = await call.credit.schedules({ proposalId: id, limit: 200, cursor: five.nextCursor ?? '' });
    const ids = [...five.schedules, ...rest.schedules].map((one) => one.id);
    expect(ids).toEqual(all.schedules.map((one) => one.id));
    expect(rest.nextCursor).toBeNull();
  }
});
