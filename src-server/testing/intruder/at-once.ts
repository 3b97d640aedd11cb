import { afterAll, beforeAll } from 'vitest';
import { RECOVERY } from '#domain/limits';

/** In this file a request for a recovery link is answered at once. Other files run in the same process. */
export function recoverAtOnce(): void {
  const { answerMs } = RECOVERY;
  beforeAll(() => {
    RECOVERY.answerMs = 0;
  });
  afterAll(() => {
    RECOVERY.answerMs = answerMs;
  });
}
