import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('the requests of one user are done one after another, in order, without delaying others', async () => {
  const order: string[] = [];
  let underWay = 0;
  let goOn = () => {};
  const held = inTurn('ana', () => new Promise<void>((done) => (goOn = done)));
  const asked = ['first', 'second', 'third'].map((name) =>
    inTurn('ana', async () => {
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise((done) => setImmediate(done));
      order.push(name);
      underWay -= 1;
    }),
  );
  expect(await inTurn('bruno', async () => 'bruno')).toBe('bruno');
  expect(order).toEqual([]);
  goOn();
  await Promise.all([held, ...asked]);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a request that fails in its turn reports it, and the next one runs', async () => {
  const failing = inTurn('ana', async () => {
    throw new Error('no');
  });
  const next = inTurn('ana', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
