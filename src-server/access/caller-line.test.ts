import { expect, test } from 'vitest';
import { lineOf } from './caller-line.ts';

const networkOf = (ip: string) =>
  lineOf({ user: null, token: null, request: { ip }, env: {} } as never).network;

test('a home’s IPv6 networks share the places of one, and other homes have their own', () => {
  expect(networkOf('2001:db8:1:aa01::1')).toBe('network 2001:db8:1:aa/56');
  expect(networkOf('2001:db8:1:aaff::2')).toBe('network 2001:db8:1:aa/56');
  expect(networkOf('2001:db8:1:ab01::1')).toBe('network 2001:db8:1:ab/56');
  expect(networkOf('2001:db8:1:1::1')).toBe('network 2001:db8:1:00/56');
  expect(networkOf('203.0.113.9')).toBe('network 203.0.113.9');
  expect([networkOf('127.0.0.1'), networkOf('::1')]).toEqual([null, null]);
});

test('of one user, calls from another network wait for nothing of the first one', () => {
  const whoFrom = (ip: string, declared: { line?: 'ending'; access?: string }) =>
    lineOf({ user: { id: 'ana' }, token: null, request: { ip }, env: {} } as never, declared).who;
  for (const declared of [
    { access: 'signedIn' },
    { line: 'ending', access: 'signedIn' },
    { access: 'public' },
  ] as const) {
    expect(whoFrom('203.0.113.9', declared)).not.toBe(whoFrom('198.51.100.7', declared));
    expect(whoFrom('2001:db8:1:aa01::1', declared)).not.toBe(whoFrom('2001:db8:1:ab01::1', declared));
  }
  expect(whoFrom('2001:db8:1:aa01::1', { access: 'signedIn' })).toBe(
    whoFrom('2001:db8:1:aaff::2', { access: 'signedIn' }),
  );
});

test('in all networks a user is one person, and so are the visitors of a home', () => {
  const personAt = (ip: string, user: { id: string } | null) =>
    lineOf({ user, token: null, request: { ip }, env: {} } as never, { access: user ? 'client' : 'public' })
      .person;
  expect(personAt('203.0.113.9', { id: 'ana' })).toBe(personAt('198.51.100.7', { id: 'ana' }));
  expect(personAt('203.0.113.9', null)).not.toBe(personAt('198.51.100.7', null));
  expect(personAt('2001:db8:1:aa01::1', null)).toBe(personAt('2001:db8:1:aaff::2', null));
});

test('in production the calls of a network have one pace, whatever their line, and what ends access its own', () => {
  const paceOf = (line?: 'ending' | 'form' | 'outside', ip = '203.0.113.9') =>
    lineOf({ user: null, token: null, request: { ip }, env: { isProduction: true } } as never, { line }).pace;
  expect(new Set([paceOf(), paceOf('form'), paceOf('outside')].map((pace) => pace?.name))).toEqual(
    new Set(['network 203.0.113.9']),
  );
  expect(paceOf('outside')).toEqual({ ...paceOf(), crowd: 'outside' });
  expect(paceOf('form')).toEqual({ ...paceOf(), crowd: 'form' });
  expect(paceOf('ending')).toMatchObject({ name: 'network 203.0.113.9/ending', crowd: 'ending' });
  expect(paceOf(undefined, '127.0.0.1')).toBeNull();
});
