import { expect, it } from 'vitest';
import { matrixScene } from '#server/testing/matrix-scene';
import { makeAdmin } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';

it('the list of unfinished payments has those that the dashboard counts, by pages', async () => {
  const { bank, things } = await matrixScene();
  const { call } = await makeAdmin(bank);
  const { orders, overview } = call.admin;
  expect(await orders.stuck({})).toEqual({ orders: [], nextCursor: null });

  bank.clock.passSeconds(16 * 60);
  const { needs } = await overview({ days: 7 });
  expect(needs.find(({ need }) => need === 'stuck_orders')?.count).toBe(2);
  const first = await orders.stuck({ limit: 1 });
  const second = await orders.stuck({ limit: 1, cursor: first.nextCursor ?? '' });
  const found = [...first.orders, ...second.orders];
  expect(found.map(({ id }) => id).toSorted()).toEqual(
    [things.own.orderId, things.others.orderId].toSorted(),
  );
  expect(found.find(({ id }) => id === things.own.orderId)).toMatchObject({
    kind: 'boleto',
    status: 'reserved',
    amount: '1.00',
    clientName: 'Ana Moreira',
    userId: things.own.userId,
    attempts: 0,
    createdAt: '2026-03-10T15:00:00.000Z',
  });
  expect(second.nextCursor).toBeNull();
  expect(await codeOf(orders.stuck({ cursor: 'x' }))).toBe('VALIDATION');
});
