import { secondsAfter } from '#domain/moment';

/**
 * How fast the codes of one customer are removed at the provider, by each process. Many may end at the same moment: those of others
 * come in between.
 */
const PACE = { atOnce: 100, perSecond: 5 };
const GAP_MS = 1000 / PACE.perSecond;

/** So many customers are remembered before those whose time is over are forgotten. */
const MANY = 10_000;

/** Hands out moments: of one customer `atOnce` at the asked one, then `perSecond`. */
export class Pace {
  /** When the next one would be handed out if none were handed out at once. */
  readonly #next = new Map<string, number>();

  /** Not before `from`. */
  at(userId: string, from: Date): Date {
    const asked = from.getTime();
    const next = Math.max(asked, this.#next.get(userId) ?? 0);
    this.#next.set(userId, next + GAP_MS);
    if (this.#next.size > MANY) this.#forgetUntil(asked);
    return new Date(Math.max(asked, Math.ceil(next - PACE.atOnce * GAP_MS)));
  }

  #forgetUntil(now: number): void {
    for (const [userId, next] of this.#next) if (next <= now) this.#next.delete(userId);
  }
}

/** Of the codes of charges that have just ended. */
export const newRemovals = new Pace();

const again = new Pace();
const quietUntil = new Map<string, Date>();

/** The provider refuses more calls with the customer's key: those removals, and all that come due until then, are planned anew. */
export function pauseRemovals(userId: string, now: Date, pauseSeconds: number): void {
  quietUntil.set(userId, secondsAfter(now, pauseSeconds));
}

/** When a removal is tried again because the provider refuses more calls with the customer's key; null: it does not. */
export function pausedRemoval(userId: string, now: Date): Date | null {
  const until = quietUntil.get(userId);
  if (!until) return null;
  if (until > now) return again.at(userId, until);
  quietUntil.delete(userId);
  return null;
}
