import { CODE_ALPHABET } from '#domain/contract/sign';
import { ATTEMPT_LIMITS, CONTRACT_CODE } from '#domain/limits';

/** What the screen knows of the code that was last sent for a contract; moments are of `performance.now()`. */
export type SentCode = {
  expiresAtMs: number;
  /** Before it no other code is sent. */
  resendAtMs: number;
  triesLeft: number;
  /** The masked address that it went to; null: it was sent from elsewhere. */
  sentTo: string | null;
};

/** A code that has just been sent. The browser's own clock may be wrong: how long it is good is counted from here. */
export const justSent = (nowMs: number, sentTo: string | null): SentCode => ({
  expiresAtMs: nowMs + CONTRACT_CODE.ttlSeconds * 1000,
  resendAtMs: nowMs + ATTEMPT_LIMITS.contractCode.windowSeconds * 1000,
  triesLeft: CONTRACT_CODE.tries,
  sentTo,
});

/** One was sent a moment ago from elsewhere: when another may be sent is known, and that much less of its time is left. */
export function sentElsewhere(nowMs: number, retryAfterSeconds: number): SentCode {
  const { windowSeconds } = ATTEMPT_LIMITS.contractCode;
  const agoSeconds = Math.max(0, windowSeconds - retryAfterSeconds);
  const sent = justSent(nowMs - agoSeconds * 1000, null);
  return { ...sent, resendAtMs: nowMs + retryAfterSeconds * 1000 };
}

/** Whether the code may still be tried. */
export const isUsable = (code: SentCode, nowMs: number): boolean =>
  code.triesLeft > 0 && nowMs < code.expiresAtMs;

/** Whole seconds from now to a moment, never below zero. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000));

const NOT_IN_A_CODE = new RegExp(`[^${CODE_ALPHABET}]`, 'g');

/** What was typed or pasted, as a code: capitals, only what a code may hold, at most six. */
export const codeCharacters = (typed: string): string =>
  typed.toUpperCase().replace(NOT_IN_A_CODE, '').slice(0, CONTRACT_CODE.length);

/** `605` → `10:05`. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
