import { expect, test } from 'vitest';
import { drain, eachOfAll, eachTogether, fewAtOnce } from './queue.ts';
import { goOn, Stopped, untilStopped } from './stopping.ts';

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

test('slow items hold up neither what is due beside them nor what comes due later, and none is begun twice', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const [begun, done] = [[] as number[], new Set<number>()];
  let last = 6;
  const queue = {
    due: async () =>
      Array.from({ length: last }, (_, place) => ({ id: place + 1 })).filter(({ id }) => !done.has(id)),
    keyOf: ({ id }: { id: number }) => id,
    work: async ({ id }: { id: number }) => {
      begun.push(id);
      if (id === 1) await released;
      if (id === 6) last = 7;
      await new Promise(setImmediate);
      done.add(id);
    },
    atOnce: 3,
  };
  const drained = drain(queue);
  await expect.poll(() => [...done].sort(), { timeout: 3_000 }).toEqual([2, 3, 4, 5, 6, 7]);
  release();
  await drained;
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('an item that fails ends a queue when those beside it are completed', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error('one');
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push(item);
  };
  await expect(drain({ due: async () => [1, 2, 3], work, atOnce: 2 })).rejects.toThrow('one');
  expect(done).toEqual([2]);
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

test('work that is stopped begins no further item, and an item that it stops is no failure of its own', async () => {
  const [begun, failed]: number[][] = [[], []];
  const stopping = new AbortController();
  const work = async (item: number) => {
    begun?.push(item);
    if (item === 2) stopping.abort();
    goOn();
  };
  const all = () =>
    eachOfAll(batchesOf([1, 2], [3]), { work, failed: (item) => failed?.push(item), atOnce: 1 });
  await expect(untilStopped(stopping.signal, all)).rejects.toBeInstanceOf(Stopped);
  expect([begun, failed]).toEqual([[1, 2], []]);
});

const MANY = Array.from({ length: 100 }, (_, place) => place);

test('any number of items that fail stop no other, and the first 20 are told', async () => {
  const [done, failed]: number[][] = [[], []];
  const work = async (item: number) => {
    if (item < 90) throw new Error('no funds');
    done?.push(item);
  };
  const all = eachOfAll(batchesOf(MANY), { work, failed: (item) => failed?.push(item) });
  await expect(all).rejects.toThrow('90 failed, the first: Error: no funds');
  expect(done).toEqual(MANY.slice(90));
  expect(failed).toEqual(MANY.slice(0, 20));
});

test('the error of a failing database stops all, and that of a statement that takes too long does not', async () => {
  const begun: number[] = [];
  const failing = (code: string) => async (item: number) => {
    begun.push(item);
    if (item === 2) throw Object.assign(new Error(code), { code });
  };
  const each = (code: string) => eachOfAll(batchesOf([1, 2], [3]), { work: failing(code), failed: () => {} });
  await expect(each('ECONNREFUSED')).rejects.toThrow(/^ECONNREFUSED/);
  expect(begun).toEqual([1, 2]);
  await expect(each('57014')).rejects.toThrow('1 failed, the first: Error: 57014');
  expect(begun).toEqual([1, 2, 1, 2, 3]);
  const allSlow = eachOfAll(batchesOf(MANY), {
    work: () => Promise.reject(Object.assign(new Error('slow'), { code: '57014' })),
    failed: () => {},
  });
  await expect(allSlow).rejects.toThrow(/^slow/);
});

test('a batch that fails together is done item by item', async () => {
  const worked: number[][] = [];
  const failed: (number | null)[] = [];
  const work = async (items: readonly number[]) => {
    if (items.includes(4)) throw new Error('four');
    worked.push([...items]);
  };
  const all = eachTogether(batchesOf([1, 2], [3, 4, 5], [6]), { work, failed: (item) => failed.push(item) });
  await expect(all).rejects.toThrow('1 failed, the first: Error: four');
  expect(worked).toEqual([[1, 2], [3], [5], [6]]);
  expect(failed).toEqual([null, 4]);
});
