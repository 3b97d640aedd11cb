import { expect, it } from 'vitest';
import { maskEmail } from '#domain/mask-email';
import {
  codeCharacters,
  isUsable,
  justSent,
  minutesAndSeconds,
  nowFor,
  secondsUntil,
  sentElsewhere,
} from './otp.ts';

it('a signature code just sent is valid for ten minutes and five tries, and can be sent again after one minute', () => {
  const code = justSent(5_000, 'jo***@exemplo.com.br');
  expect(code).toEqual({
    expiresAtMs: 605_000,
    resendAtMs: 65_000,
    triesLeft: 5,
    knownAtMs: 5_000,
    sentTo: 'jo***@exemplo.com.br',
  });
  expect(isUsable(code, 604_999)).toBe(true);
  expect(isUsable(code, 605_000)).toBe(false);
  expect(isUsable({ ...code, triesLeft: 0 }, 5_001)).toBe(false);
});

it('the age of a code sent from another window follows from its remaining wait', () => {
  expect(sentElsewhere(100_000, 40)).toEqual({
    expiresAtMs: 680_000,
    resendAtMs: 140_000,
    triesLeft: 5,
    knownAtMs: 100_000,
    sentTo: null,
  });
});

it('the countdown of a new signature code begins at 10:00 and 60 s, even if the clock on screen last ticked before it', () => {
  const code = justSent(5_450, null);
  const nowMs = nowFor(code, 5_000);
  expect(minutesAndSeconds(secondsUntil(code.expiresAtMs, nowMs))).toBe('10:00');
  expect(secondsUntil(code.resendAtMs, nowMs)).toBe(60);
  expect([nowFor(code, 6_000), nowFor(null, 6_000)]).toEqual([6_000, 6_000]);
});

it('the code box keeps only the characters a signature code may hold', () => {
  expect(codeCharacters('k7p-2wx')).toBe('K7P2WX');
  expect(codeCharacters(' k7p 2wx99 ')).toBe('K7P2WX');
  expect(codeCharacters('O0I1L')).toBe('');
});

it('waiting times are shown as minutes and seconds, and e-mail addresses masked', () => {
  expect([minutesAndSeconds(605), minutesAndSeconds(9)]).toEqual(['10:05', '0:09']);
  expect([secondsUntil(1_500, 1_000), secondsUntil(1_000, 2_000)]).toEqual([1, 0]);
  expect(maskEmail('joana.prado@exemplo.com.br')).toBe('jo***@exemplo.com.br');
  expect(maskEmail('ab@x.br')).toBe('a***@x.br');
  expect(maskEmail('a@x.br')).toBe('a***@x.br');
});
