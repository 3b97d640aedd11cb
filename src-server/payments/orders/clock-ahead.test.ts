/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { SENDING } from '#domain/pix/order';
import { fixedClock } from '#server/kernel/clock';
import { noteMoment } from '#server/kernel/clock-watch';
import { settleOrders } from './order-worker.ts';
import { sendOrder } from './send-order.ts';
import { atProvider, place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

const DAYS = 40 * 86_400;
const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };

test("while the machine's clock is ahead an order that was not sent is neither given back nor sent", async ({
  scene,
  bank,
}) => {
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  const id = await place(scene, 4_000);
  bank.clock.passSeconds(DAYS);
  await settleOrders(bank);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 0 });
  expect(atProvider(scene, id)).toEqual([]);
});

test('an order that is late by a clock that an administrator confirms is given back', async ({
  scene,
  bank,
}) => {
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  const id = await place(scene, 4_000);
  bank.clock.passSeconds(DAYS);
  await settleOrders(bank);
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  await settleAll(bank);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'failed', attempts: 0 });
  expect(await scene.balances()).toEqual(START);
});

test("while the machine's clock is ahead an order whose answer was lost is found at the provider, and not sent again", async ({
  scene,
  bank,
  simulator,
}) => {
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  // The provider's clock is right.
  const clock = fixedClock(new Date(bank.clock.real().getTime() + DAYS * 1000).toISOString());
  const ahead = { ...bank, clock };
  const id = await place({ ...scene, bank: ahead }, 4_000);
  const { faults } = simulator.simulator;
  const calm = { ...faults };
  Object.assign(faults, { dropAfter: 1 });
  await sendOrder(ahead, id);
  Object.assign(faults, calm);
  for (let turn = 0; turn < 3; turn += 1) {
    clock.passSeconds(1_000);
    bank.clock.passSeconds(1_000);
    await settleOrders(ahead);
  }
  expect(atProvider(scene, id)).toHaveLength(1);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1 });
});

test("with the machine's clock ahead an order that was tried before is not sent again, nor given up", async ({
  scene,
  bank,
  simulator,
}) => {
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  const id = await place(scene, 4_000);
  const { faults } = simulator.simulator;
  const calm = { ...faults };
  Object.assign(faults, { dropBefore: 1 });
  await sendOrder(bank, id);
  Object.assign(faults, calm);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1 });
  bank.clock.passSeconds(DAYS);
  for (let turn = 0; turn < 3; turn += 1) {
    await settleOrders(bank);
    bank.clock.passSeconds(SENDING.giveUpSeconds);
  }
  expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 1 });
  expect(atProvider(scene, id)).toEqual([]);
});
