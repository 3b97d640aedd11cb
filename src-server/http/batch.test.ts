import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { turnsDuring } from '#server/testing/turns-during';

test('each call of a batch begins in its own turn of the event loop, so that other requests are served between them', async ({
  bank,
}) => {
  const send = caller(bank);
  const batchOf = (calls: number) => {
    const path = `/trpc/${Array(calls).fill('account.list').join(',')}?batch=1&input=%7B%7D`;
    return turnsDuring(send('GET', path).then(({ status }) => expect(status).toBe(401)));
  };
  /** The minimum of several tries, since other work of the process adds turns. */
  const leastOf = async (calls: number) => {
    const turns: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) turns.push(await batchOf(calls));
    return Math.min(...turns);
  };
  await batchOf(1);
  expect(await leastOf(10)).toBeGreaterThanOrEqual(10);
});
