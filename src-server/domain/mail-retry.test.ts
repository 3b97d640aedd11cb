import { expect, test } from 'vitest';
import { MAIL_RETRY } from './limits.ts';
import { retryDelaySeconds } from './mail-retry.ts';

test('a mail retry waits twice as long each time, up to six hours, and then gives up', () => {
  const waits = Array.from({ length: MAIL_RETRY.tries }, (_, index) => retryDelaySeconds(index + 1, 0.5));
  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600, null]);
});

test('mails that failed together are retried at different times', () => {
  expect(retryDelaySeconds(1, 0)).toBe(48);
  expect(retryDelaySeconds(1, 0.999_999)).toBe(72);
});
