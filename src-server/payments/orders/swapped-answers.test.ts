import { expect, vi } from 'vitest';
import { compare } from '../reconcile/compare.ts';
import { settleOrders } from './order-worker.ts';
import { place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

/** The next two answers to transfers are given to each other's requests. */
function swapAnswers(): void {
  const real = globalThis.fetch;
  const waiting: ((answer: Response) => void)[] = [];
  const answers: Response[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
    const answer = await real(address, options);
    const isOne = options?.method === 'POST' && String(address).endsWith('/v3/transfers');
    if (!isOne || answers.length === 2) return answer;
    answers.push(answer);
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const [at, give] of waiting.entries()) give(answers[1 - at] as Response);
    });
  });
}

test('of two orders of the same amount whose answers the provider exchanges, the one that fails is given back', async ({
  scene,
  bank,
  simulator,
}) => {
  const paid = await place(scene, 4_000);
  const refused = await place(scene, 4_000, 'pix', 'fails@correio.example');
  swapAnswers();
  await settleOrders(bank);
  vi.restoreAllMocks();
  await simulator.settle();
  await settleAll(bank);
  expect([(await rowOf(bank, paid)).status, (await rowOf(bank, refused)).status]).toEqual(['done', 'failed']);
  const { store } = simulator.simulator;
  for (const id of [paid, refused]) {
    const { providerId } = await rowOf(bank, id);
    expect(store.get('transfer', providerId ?? '')?.externalReference).toBe(id);
  }
  expect(await compare(bank)).toMatchObject({ differences: [] });
});
