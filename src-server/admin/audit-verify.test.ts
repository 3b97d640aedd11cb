/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { record } from '#server/audit/record';
import { spendAll } from '#server/auth/testing/spend-all';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { queriesDuring } from '#server/testing/queries-during';
import { codeOf } from '#server/testing/refusal-of';

/** An audit log of several chunks. */
const test = bankTest.extend('scene', async ({ bank, admin }) => {
  const request = { ip: '198.51.100.4', userAgent: 'curl/8' };
  const append = () =>
    bank.db.transaction((tx) =>
      record(tx, { ...bank, user: admin.user, request }, { action: 'login', entityId: null }),
    );
  await Promise.all(Array.from({ length: 2_000 }, append));
  const verify = (signal?: AbortSignal) => callerOf(bank, admin.user, {}, signal).admin.audit.verify();
  return { bank, admin, verify };
});

const INTACT = { ok: true, firstBrokenSeq: null, checked: 2_000 };

test('concurrent verifications share a walk, which ends when all have hung up', async ({
  scene: { bank, verify },
}) => {
  const one = await queriesDuring(bank, verify);
  const four = await queriesDuring(bank, async () =>
    expect(await Promise.all([verify(), verify(), verify(), verify()])).toEqual(Array(4).fill(INTACT)),
  );
  expect(four.queries).toBeLessThan(one.queries * 2);

  const gone = new AbortController();
  const left = await queriesDuring(bank, async () => {
    const asked = verify(gone.signal);
    gone.abort();
    expect(await codeOf(asked)).toBe('BUSY');
  });
  expect(left.queries).toBeLessThan(one.queries / 2);
  const [, stayed] = await Promise.allSettled([verify(gone.signal), verify()]);
  expect(stayed).toEqual({ status: 'fulfilled', value: INTACT });
});

test('verifications are counted by administrator', async ({ bank, admin }) => {
  await spendAll(bank, 'wholeCheck', admin.user.id, 1);
  expect(await admin.call.admin.audit.verify()).toMatchObject({ ok: true });
  expect(await codeOf(admin.call.admin.audit.verify())).toBe('TOO_MANY_ATTEMPTS');
});
