import { attempt } from '../ui/storage.ts';

/** The id of a session that its owner left in this browser, and that the server has not ended. */
const KEY = 'sessao-a-encerrar';

/** Without storage each window knows only its own. */
let own: string | null = null;

export function noteLeft(sessionId: string): void {
  own = sessionId;
  attempt(() => localStorage.setItem(KEY, sessionId));
}

export function leftSession(): string | null {
  const stored = attempt(() => localStorage.getItem(KEY));
  return stored === undefined ? own : stored;
}

/** Only that one: another may have been left since. */
export function forgetLeft(sessionId: string): void {
  if (leftSession() !== sessionId) return;
  own = null;
  attempt(() => localStorage.removeItem(KEY));
}
