import { describe, expect, test } from 'vitest';
import { checkDay, checkEnd } from './check.ts';
import { calmDown, liveDay } from './live.ts';
import { simulate } from './simulate.ts';
import { openWorld } from './world.ts';

const DAY = '2026-03-11';
const TIMEOUT_MS = 180_000;

describe('the simulation of a bank', () => {
  test('a simulation with the same seed has the same days', {
    tags: ['prove'],
    timeout: TIMEOUT_MS,
  }, async () => {
    expect(await simulate(7, 12)).toEqual(await simulate(7, 12));
  });

  test('the simulation finds an acknowledged movement that was never written', async () => {
    const world = await openWorld(1);
    await liveDay(world, DAY);
    await checkDay(world);
    world.acknowledged.push({ transactionId: 'never-written', amountCents: 1 });
    await expect(checkDay(world)).rejects.toThrow('what was acknowledged is there');
  });

  test('the simulation finds a provider whose books differ from the bank’s', async () => {
    const world = await openWorld(2);
    await liveDay(world, DAY);
    await calmDown(world);
    await checkEnd(world);
    const { store } = world.simulator.simulator;
    store.remove('payment', store.list('payment')[0]?.id ?? '');
    await expect(checkEnd(world)).rejects.toThrow('both sides agree');
  });
});
