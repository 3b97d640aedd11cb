import { expect, test } from 'vitest';
import { drain, eachOfAll, fewAtOnce } from './queue.ts';

test('a queue is processed until nothing is due, a limited number at a time', async () => {
  const batches = [[1, 2, 3, 4, 5], [6], []];
  const done: number[] = [];
  let [atWork, most] = [0, 0];
  const work = async (item: number) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await new Promise(setImmediate);
    done.push(item);
    atWork -= 1;
  };
  await drain({ due: async () => batches.shift() ?? [], work, atOnce: 2 });
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test('a queue whose worker stops completes the work at hand and begins no other', async () => {
  const done: number[] = [];
  const work = async (item: number) => void done.push(item);
  await drain({ due: async () => [1, 2, 3, 4], work, atOnce: 2 }, () => done.length >= 2);
  expect(done).toEqual([1, 2]);
});

test('when one item of a queue fails, those beside it are completed and the rest is not begun', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('two');
    await new Promise(setImmediate);
    done.push(item);
  };
  await expect(fewAtOnce([1, 2, 3, 4, 5], work)).rejects.toThrow('two');
  expect(done).toEqual([1, 3, 4]);
});

async function* batchesOf(...batches: number[][]) {
  yield* batches;
}

test('an item that fails on its own stops no other, and is told at the end', async () => {
  const [done, failed]: number[][] = [[], []];
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`item ${item}`);
    done?.push(item);
  };
  const all = eachOfAll(batchesOf([1, 2], [3, 4, 5]), { work, failed: (item) => failed?.push(item) });
  await expect(all).rejects.toMatchObject({ name: 'SomeFailed', cause: { message: 'item 2' } });
  expect([done, failed]).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
});

test('after 20 items that fail no further batch is begun', async () => {
  let begun = 0;
  const work = async () => {
    begun += 1;
    throw new Error('away');
  };
  const all = eachOfAll(batchesOf(Array.from({ length: 100 }, (_, place) => place)), {
    work,
    failed: () => {},
  });
  await expect(all).rejects.toThrow('away');
  expect(begun).toBe(20);
});
