import { expect, test } from 'vitest';
import { eachPage, pages, ranges } from './pages.ts';

const ROWS = [1, 2, 3, 4];
const from = (asked: (number | null)[], size: number) => async (last: number | null) => {
  asked.push(last);
  return ROWS.filter((row) => row > (last ?? 0)).slice(0, size);
};
const all = async <T>(walk: AsyncIterable<T>) => {
  const found: T[] = [];
  for await (const one of walk) found.push(one);
  return found;
};

test('pages are read each after the last row of the one before, until one is not full', async () => {
  const asked: (number | null)[] = [];
  expect(await all(pages(3, from(asked, 3)))).toEqual([[1, 2, 3], [4]]);
  expect(asked).toEqual([null, 3]);
});

test('exactly full pages are followed by an empty one that ends the reading', async () => {
  const asked: (number | null)[] = [];
  expect(await all(pages(2, from(asked, 2)))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await all(pages(1, from(asked, 3)))).toEqual([[1, 2, 3], [4]]);
  expect(asked).toEqual([null, 2, 4, null, 3, 4]);
  expect(await all(pages(2, async () => []))).toEqual([]);
});

test('each page is processed before the next is read, and an error is thrown on', async () => {
  const asked: (number | null)[] = [];
  await eachPage(3, from(asked, 3));
  expect(asked).toEqual([null, 3]);
  await expect(eachPage(3, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('ranges of ids cover every place once, the last included', async () => {
  expect(await all(ranges({ upTo: 5 }, 2))).toEqual([
    { after: 0, upTo: 2 },
    { after: 2, upTo: 4 },
    { after: 4, upTo: 5 },
  ]);
  expect(await all(ranges({ from: 3, upTo: 3 }, 2))).toEqual([]);
});
