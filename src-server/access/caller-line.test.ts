import { expect, test } from 'vitest';
import { lineOf } from './caller-line.ts';

const networkOf = (ip: string, line?: 'ending') =>
  lineOf({ user: null, token: null, request: { ip }, env: {} } as never, line).network;

test('a home’s IPv6 networks share the places of one, and other homes have their own', () => {
  expect(networkOf('2001:db8:1:aa01::1')).toBe('network 2001:db8:1:aa/56');
  expect(networkOf('2001:db8:1:aaff::2')).toBe('network 2001:db8:1:aa/56');
  expect(networkOf('2001:db8:1:ab01::1')).toBe('network 2001:db8:1:ab/56');
  expect(networkOf('2001:db8:1:1::1')).toBe('network 2001:db8:1:00/56');
  expect(networkOf('203.0.113.9')).toBe('network 203.0.113.9');
  expect(networkOf('203.0.113.9', 'ending')).toBe('network 203.0.113.9/ending');
  expect([networkOf('127.0.0.1'), networkOf('::1')]).toEqual([null, null]);
});
