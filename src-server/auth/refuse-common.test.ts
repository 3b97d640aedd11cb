import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atTheMachine } from './attempts.ts';
import { refuseCommonPassword } from './refuse-common.ts';

test('others are served between the judging of the start and of the end of a long password', async () => {
  const refuse = (password: string) => refuseCommonPassword(atTheMachine(), password, {});
  await refuse('uma senha comprida');
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  await refuse(`${'a'.repeat(24)}fJ8#qPz!2vLxW9$kTm@4RbYc`);
  expect(isServed).toBe(true);
});

test('the passwords of one network are judged one after another, with a rest between them', async () => {
  await refuseCommonPassword(atTheMachine(), 'uma senha comprida', {});
  const long = 'aB3$xY9!qW2#eR5%tZ7&uI1(';
  const judged = async () => {
    const startedAtMs = performance.now();
    await refuseCommonPassword(atTheMachine(), long, {});
    return performance.now() - startedAtMs;
  };
  await sleep(1_000);
  const [first = 0, second = 0] = await Promise.all([judged(), judged()]);
  expect(second).toBeGreaterThan(3 * first);
});
