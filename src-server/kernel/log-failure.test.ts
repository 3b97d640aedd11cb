import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { logFailure } from './log-failure.ts';

function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  logFailure(
    openLog('debug', (line) => lines.push(line)),
    error,
    'the outbox could not be sent',
    { job: 'mail' },
  );
  return JSON.parse(lines.join(''));
}

test('a database that is away is logged as a warning with its reason, and without a stack', () => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const line = logged(new Error('Failed query: insert into outbox', { cause }));
  expect(line).toMatchObject({
    level: 'warn',
    msg: 'the outbox could not be sent',
    job: 'mail',
    fault: 'away',
    reason: 'Error: database or disk is full',
  });
  expect(line).not.toHaveProperty('err');
});

test('any other failure is logged as an error with its stack', () => {
  expect(logged(new TypeError('x is not a function'))).toMatchObject({
    level: 'error',
    job: 'mail',
    err: { stack: expect.stringContaining('log-failure.test') },
  });
});
