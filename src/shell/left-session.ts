import { attempt } from './storage.ts';

/** The id of a session that its owner left in this browser, and that the server has not ended. */
const KEY = 'sessao-a-encerrar';

export function noteLeft(sessionId: string): void {
  attempt(() => localStorage.setItem(KEY, sessionId));
}

export function leftSession(): string | null {
  return attempt(() => localStorage.getItem(KEY)) ?? null;
}

/** Only that one: another may have been left since. */
export function forgetLeft(sessionId: string): void {
  if (leftSession() === sessionId) attempt(() => localStorage.removeItem(KEY));
}
