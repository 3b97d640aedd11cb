import { expect, test } from 'vitest';
import { exponentialBackOff } from './back-off.ts';
import { maskEmail } from './mask-email.ts';
import { secondsAfter, secondsSince } from './moment.ts';
import { formatPercent } from './percent.ts';
import { Refusal, refuse } from './refusal.ts';

const NOON = new Date('2026-03-10T12:00:00.000Z');

test('seconds are added to a moment, and whole seconds since it are counted, never below zero', () => {
  expect(secondsAfter(NOON, 90).toISOString()).toBe('2026-03-10T12:01:30.000Z');
  expect(secondsSince(NOON, new Date('2026-03-10T12:00:01.999Z'))).toBe(1);
  expect(secondsSince(NOON, secondsAfter(NOON, 3_600))).toBe(3_600);
  expect(secondsSince(NOON, NOON)).toBe(0);
  expect(secondsSince(NOON, secondsAfter(NOON, -5))).toBe(0);
});

test('a back-off doubles with each failure up to its limit', () => {
  expect([0, 1, 2, 3, 4, 60].map((failures) => exponentialBackOff(3, failures, 24))).toEqual([
    3, 6, 12, 24, 24, 24,
  ]);
});

test('a percentage is written with a comma', () => {
  expect(formatPercent('12.50')).toBe('12,50%');
});

test('a refusal carries its code, also as the message of the error, and its details', () => {
  const details = { retryAfterSeconds: 30 };
  expect(() => refuse('PROVIDER_TIMEOUT', details)).toThrow(
    expect.objectContaining({
      name: 'Refusal',
      message: 'PROVIDER_TIMEOUT',
      code: 'PROVIDER_TIMEOUT',
      details,
    }),
  );
  expect(new Refusal('VALIDATION').details).toEqual({});
});

test('a masked e-mail address shows two characters at most, and never the whole name', () => {
  expect(maskEmail('joana@exemplo.com.br')).toBe('jo***@exemplo.com.br');
  expect(maskEmail('ana@x.br')).toBe('an***@x.br');
  expect(maskEmail('jo@x.br')).toBe('j***@x.br');
  expect(maskEmail('j@x.br')).toBe('j***@x.br');
  expect(maskEmail('"a@b"@x.br')).toBe('"a***@x.br');
});
