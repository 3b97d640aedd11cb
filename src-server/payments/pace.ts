import { secondsAfter } from '#domain/moment';

/** Calls planned for one customer at once, then per second, by each process: calls for others come in between. */
const PACE = { atOnce: 100, perSecond: 5 };
const GAP_MS = 1000 / PACE.perSecond;

/** Beyond this number, customers whose time is over are forgotten. */
const MANY = 10_000;

/** Hands out moments for one customer's calls to the provider. */
export class Pace {
  /** When the next one would be handed out if none were handed out at once. */
  readonly #next = new Map<string, number>();

  /** Not before `from`. */
  at(who: string, from: Date): Date {
    const asked = from.getTime();
    const next = Math.max(asked, this.#next.get(who) ?? 0);
    this.#next.set(who, next + GAP_MS);
    if (this.#next.size > MANY) this.#forgetUntil(asked);
    return new Date(Math.max(asked, Math.ceil(next - PACE.atOnce * GAP_MS)));
  }

  #forgetUntil(now: number): void {
    for (const [who, next] of this.#next) if (next <= now) this.#next.delete(who);
  }
}

/** Customers whose calls the provider refuses for a while: what comes due meanwhile is planned anew, without a call. */
export class RefusedCallers {
  readonly #again = new Pace();
  readonly #until = new Map<string, Date>();

  note(who: string, now: Date, waitSeconds: number): void {
    this.#until.set(who, secondsAfter(now, waitSeconds));
  }

  /** When to try again; null: now. */
  planOf(who: string, now: Date): Date | null {
    const until = this.#until.get(who);
    if (!until) return null;
    if (until > now) return this.#again.at(who, until);
    this.#until.delete(who);
    return null;
  }
}
