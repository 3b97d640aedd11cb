import { CODE_ALPHABET } from '#domain/contract/sign';
import { CONTRACT_CODE } from '#domain/limits';

/** State of the last code sent for a contract. Times are of `performance.now()`. */
export type SentCode = {
  expiresAtMs: number;
  resendAtMs: number;
  triesLeft: number;
  /** When this window learnt of the code. */
  knownAtMs: number;
  /** Masked recipient address; null if another window requested the code. */
  sentTo: string | null;
};

/** A code just sent. Its lifetime runs on the monotonic clock, since the device's clock may be wrong. */
export const justSent = (nowMs: number, sentTo: string | null): SentCode => ({
  expiresAtMs: nowMs + CONTRACT_CODE.ttlSeconds * 1000,
  resendAtMs: nowMs + CONTRACT_CODE.pauseSeconds * 1000,
  triesLeft: CONTRACT_CODE.tries,
  knownAtMs: nowMs,
  sentTo,
});

/** A code requested by another window; its age follows from the wait that the server asks for. */
export function sentElsewhere(nowMs: number, retryAfterSeconds: number): SentCode {
  const agoSeconds = Math.max(0, CONTRACT_CODE.pauseSeconds - retryAfterSeconds);
  const sent = justSent(nowMs - agoSeconds * 1000, null);
  return { ...sent, resendAtMs: nowMs + retryAfterSeconds * 1000, knownAtMs: nowMs };
}

/** The time for a countdown. The last tick may be older than the code; counting from it would begin at 10:01. */
export const nowFor = (code: SentCode | null, tickMs: number): number =>
  Math.max(tickMs, code?.knownAtMs ?? 0);

export const isUsable = (code: SentCode, nowMs: number): boolean =>
  code.triesLeft > 0 && nowMs < code.expiresAtMs;

export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000));

const NOT_IN_A_CODE = new RegExp(`[^${CODE_ALPHABET}]`, 'g');

/** Normalises typed or pasted text: capitals, allowed characters, at most six. */
export const codeCharacters = (typed: string): string =>
  typed.toUpperCase().replace(NOT_IN_A_CODE, '').slice(0, CONTRACT_CODE.length);

/** `605` → `10:05`. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
