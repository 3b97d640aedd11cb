import { expect, test } from 'vitest';
import { sharerOf } from './caller-share.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const asking = { user: { id: 'ana' }, session: null, token: null, request: { ip: '203.0.113.7' } };
const session = { publicId: 'one', passwordProvenAt: NOW };

test('a session’s share is its own, and begins anew with each proof given in it; sessions without a proof have one together', () => {
  const first = sharerOf({ ...asking, session });
  expect(first).toEqual({ name: 'ana', session: `one.${NOW.getTime()}` });
  const proven = { ...session, passwordProvenAt: new Date(NOW.getTime() + 1) };
  expect(sharerOf({ ...asking, session: proven })).not.toEqual(first);
  expect(sharerOf({ ...asking, session: { ...session, passwordProvenAt: null } }, 'phone-ana')).toEqual({
    name: 'phone-ana',
    session: 'unproven',
  });
});

test('a token has no share, and what the bank goes on with is shared by the session that asked for it', () => {
  const token = { id: 't', mayMoveMoney: true, perCallCents: null, perDayCents: null };
  expect(sharerOf({ ...asking, token })).toEqual({ name: 'ana/tokens', session: null });
  const after = (askedBy: 'session' | 'token') =>
    sharerOf({ ...asking, askedBefore: { askedBy, accessId: 'one' } });
  expect([after('session'), after('token')]).toEqual([
    { name: 'ana', session: 'one' },
    { name: 'ana/tokens', session: null },
  ]);
});
