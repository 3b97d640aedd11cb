import type { Tx } from '#db/db';
import type { AttemptKind } from '#domain/limits';
import type { SharedKind } from '#domain/sessions-in-limits';
import type { Context } from '#server/kernel/context';
import { isThisMachine, sharedNetworkOf } from '#server/kernel/network';
import { countInWindow, waitWhileFull } from './attempt-window.ts';

export type SharedWindow = [kind: Exclude<AttemptKind, SharedKind>, who: string];
export type Full = { who: string; waitSeconds: number };

/** Who a window is of that all customers share. */
export const EVERYBODY = 'bank';

/** None for the bank's own work, nor behind a proxy that TRUST_PROXY does not name, where everybody has this machine's address. */
export const ofNetwork = (
  { request: { ip } }: Pick<Context, 'request'>,
  kind: Exclude<AttemptKind, SharedKind>,
): SharedWindow[] => (ip === '' || isThisMachine(ip) ? [] : [[kind, sharedNetworkOf(ip)]]);

/** The first of these that is full, or null. Counts nothing. */
export async function firstFull(tx: Tx, windows: readonly SharedWindow[], now: Date): Promise<Full | null> {
  for (const [kind, who] of windows) {
    const waitSeconds = await waitWhileFull(tx, kind, who, now);
    if (waitSeconds !== null) return { who, waitSeconds };
  }
  return null;
}

/**
 * Counts in each, or returns one that is full: what one window refuses uses up nothing of the others, which other customers share. Those of
 * all customers come last, since they share these rows.
 */
export async function countInAll(tx: Tx, windows: readonly SharedWindow[], now: Date): Promise<Full | null> {
  const full = await firstFull(tx, windows, now);
  if (full) return full;
  for (const [kind, who] of windows) {
    const { waitSeconds } = await countInWindow(tx, kind, who, now);
    if (waitSeconds !== null) return { who, waitSeconds };
  }
  return null;
}
