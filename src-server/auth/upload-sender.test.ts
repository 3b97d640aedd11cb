import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { countAttempt } from './attempts.ts';
import { countUpload } from './upload-sender.ts';

test('a user sends so many files a day, whatever their pace', async ({ bank }) => {
  const user = { id: 'ana', role: 'cliente' as const };
  const { max, windowSeconds } = ATTEMPT_LIMITS.uploadDay;
  await countAttempt(bank, 'uploadDay', user.id, max - 1);
  await countUpload(bank, user);
  bank.clock.passSeconds(ATTEMPT_LIMITS.upload.windowSeconds);
  expect(await codeOf(countUpload(bank, user))).toBe('TOO_MANY_ATTEMPTS');
  await countUpload(bank, { ...user, id: 'bruno' });
  await countUpload(bank, { ...user, role: 'admin' });
  bank.clock.passSeconds(windowSeconds);
  await countUpload(bank, user);
});
