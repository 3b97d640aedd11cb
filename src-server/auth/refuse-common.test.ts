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
