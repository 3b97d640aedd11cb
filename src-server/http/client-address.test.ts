import { expect, test } from 'vitest';
import { clientAddressReader } from './client-address.ts';

test.each([
  [[], '203.0.113.7', '1.2.3.4', '203.0.113.7'],
  [[], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  [['10.0.0.0/8'], '10.1.1.1', '198.51.100.2', '198.51.100.2'],
  [['10.0.0.0/8'], '::ffff:10.1.1.1', '6.6.6.6, 198.51.100.2', '198.51.100.2'],
  [['10.0.0.0/8'], '10.1.1.1', '6.6.6.6, 198.51.100.2, 10.2.2.2', '198.51.100.2'],
  [['10.0.0.0/8'], '203.0.113.7', '1.2.3.4', '203.0.113.7'],
  [['10.0.0.1'], '10.0.0.1', 'nonsense', '10.0.0.1'],
  [['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
  [['::1'], '::1', '2001:db8::7', '2001:db8::7'],
  [['fd00::/8'], 'fd12::1', '2001:db8::7', '2001:db8::7'],
] as const)(
  'with trusted proxies %j, peer %s and X-Forwarded-For %s the client is %s',
  (proxies, peer, forwarded, address) => {
    expect(clientAddressReader(proxies)(peer, forwarded)).toBe(address);
  },
);

test('an untrusted peer that sends X-Forwarded-For is reported, and no other', () => {
  const told: string[] = [];
  const read = clientAddressReader(['10.0.0.1'], (peer) => told.push(peer));
  read('10.0.0.1', '203.0.113.7');
  read('203.0.113.7', undefined);
  expect(told).toEqual([]);
  expect(read('::ffff:203.0.113.7', '1.2.3.4')).toBe('203.0.113.7');
  expect(told).toEqual(['203.0.113.7']);
});
