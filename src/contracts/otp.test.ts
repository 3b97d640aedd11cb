import { expect, it } from 'vitest';
import {
  codeCharacters,
  isUsable,
  justSent,
  maskEmail,
  minutesAndSeconds,
  secondsUntil,
  sentElsewhere,
} from './otp.ts';

it('a code just sent is good for ten minutes and five tries, and another waits a minute', () => {
  const code = justSent(5_000);
  expect(code).toEqual({ expiresAtMs: 605_000, resendAtMs: 65_000, triesLeft: 5 });
  expect(isUsable(code, 604_999)).toBe(true);
  expect(isUsable(code, 605_000)).toBe(false);
  expect(isUsable({ ...code, triesLeft: 0 }, 5_001)).toBe(false);
});

it('a code sent from elsewhere is as old as the wait tells', () => {
  expect(sentElsewhere(100_000, 40)).toEqual({ expiresAtMs: 680_000, resendAtMs: 140_000, triesLeft: 5 });
});

it('takes what a code may hold out of what was typed or pasted', () => {
  expect(codeCharacters('k7p-2wx')).toBe('K7P2WX');
  expect(codeCharacters(' k7p 2wx99 ')).toBe('K7P2WX');
  // Look-alikes are in no code.
  expect(codeCharacters('O0I1L')).toBe('');
});

it('tells times and addresses', () => {
  expect([minutesAndSeconds(605), minutesAndSeconds(9)]).toEqual(['10:05', '0:09']);
  expect([secondsUntil(1_500, 1_000), secondsUntil(1_000, 2_000)]).toEqual([1, 0]);
  expect(maskEmail('joana.prado@exemplo.com.br')).toBe('jo***@exemplo.com.br');
  expect(maskEmail('ab@x.br')).toBe('a***@x.br');
  expect(maskEmail('a@x.br')).toBe('a***@x.br');
});
