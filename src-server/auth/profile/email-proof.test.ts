/** @module-tag postgres */
import { expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { secondsAfter } from '#domain/moment';
import { withPasskey } from '#server/auth/testing/security-key';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { test as base } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';

const test = base.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

test('under the rules for money, another e-mail of a passkey’s owner needs a proof given since the sign-in', async ({
  bank,
  ana,
}) => {
  await withPasskey(bank, ana.user.id);
  const { user } = await ana.call.auth.me();
  const signedInAt = secondsAfter(bank.clock.real(), -60);
  const change = ({ auth }: ReturnType<typeof sessionOf>) =>
    auth.updateProfile({ ...user, email: 'nova@correio.example' } as never);
  const copied = sessionOf(bank, ana, { signedInAt, proven: signedInAt });
  expect(await codeOf(change(copied))).toBe('REAUTHENTICATE');
  expect(await change(sessionOf(bank, ana, { signedInAt }))).toMatchObject({
    pendingEmail: 'nova@correio.example',
  });
});

test(
  'a session without a proof does not take a change of telephone back that is made at the same time',
  race(),
  async ({ bank, ana }) => {
    const { user } = await ana.call.auth.me();
    const signedInAt = secondsAfter(bank.clock.real(), -60);
    const copied = sessionOf(bank, ana, { signedInAt, proven: signedInAt });
    const own = sessionOf(bank, ana, { signedInAt });
    let last = user.phone;
    for (let round = 0; round < 8; round += 1) {
      const phone = `(11) 91234-000${round}`;
      const change = own.auth.updateProfile({ ...user, phone } as never);
      await Promise.allSettled([change, copied.auth.updateProfile({ ...user, phone: last } as never)]);
      last = (await own.auth.me()).user.phone;
      expect(last?.replace(/\D/g, '')).toBe(phone.replace(/\D/g, ''));
    }
  },
);
