import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { sharerOf } from '#server/access/caller-share';
import { spendAll } from '#server/auth/testing/spend-all';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { countAttempt } from './attempts.ts';
import { countUpload } from './upload-sender.ts';

test('a user sends so many files a day, whatever their pace', async ({ bank }) => {
  const user = { id: 'ana', role: 'cliente' as const };
  const session = { publicId: 'first', passwordProvenAt: bank.clock.real() };
  const ctx = { ...bank, user, session, token: null, request: { ip: '192.0.2.9' } };
  const { windowSeconds } = ATTEMPT_LIMITS.uploadDay;
  await spendAll(bank, 'uploadDay', user.id, 1);
  await countUpload(ctx, user);
  bank.clock.passSeconds(ATTEMPT_LIMITS.upload.windowSeconds);
  expect(await codeOf(countUpload(ctx, user))).toBe('TOO_MANY_ATTEMPTS');
  await countUpload(ctx, { ...user, id: 'bruno' });
  await countUpload(ctx, { ...user, role: 'admin' });
  bank.clock.passSeconds(windowSeconds);
  await countUpload(ctx, user);
});

test.for([
  ['uploadDay', 'cliente'],
  ['uploadDayOfAdmin', 'admin'],
] as const)(
  'what a session uses up of %s leaves its user’s next session all',
  async ([kind, role], { bank }) => {
    const user = { id: 'ana', role };
    const inSession = (publicId: string) => ({
      ...bank,
      user,
      session: { publicId, passwordProvenAt: bank.clock.real() },
      token: null,
      request: { ip: '192.0.2.9' },
    });
    await countAttempt(bank, kind, sharerOf(inSession('stolen')), ATTEMPT_LIMITS[kind].max);
    expect(await codeOf(countUpload(inSession('stolen'), user))).toBe('TOO_MANY_ATTEMPTS');
    await countUpload(inSession('next'), user);
  },
);
