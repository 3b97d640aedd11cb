import type { IncomingHttpHeaders } from 'node:http';
import { ReleasePace } from '#db/pace';
import { CALLS_PER_CALLER } from '#domain/limits';

/** Requests of one caller that may be open while the bank is overloaded and their pace is not known yet. */
const MOST_UNMEASURED = 4 * CALLS_PER_CALLER.underWay;
/** Longer headers are not those of the bank's own clients. */
const MOST_CHARACTERS = 4_096;

type Open = { requests: number; pace: ReleasePace };

/** The open requests of each caller, known before any look-up by the cookie or token that it sends. */
export class OpenRequests {
  readonly #open = new Map<string, Open>();

  /** Expected wait in ms behind the caller's own requests. */
  waitMs(headers: IncomingHttpHeaders): number {
    const open = this.#open.get(callerOf(headers));
    const waiting = (open?.requests ?? 0) - CALLS_PER_CALLER.underWay;
    if (!open || waiting < 0) return 0;
    return open.requests < MOST_UNMEASURED ? open.pace.waitMs(waiting + 1) : Number.POSITIVE_INFINITY;
  }

  /** Counts a request; the function returned counts it as ended. */
  enter(headers: IncomingHttpHeaders): () => void {
    const caller = callerOf(headers);
    if (caller === '') return () => {};
    const open = this.#open.get(caller) ?? { requests: 0, pace: new ReleasePace() };
    this.#open.set(caller, open);
    open.requests += 1;
    return () => {
      open.requests -= 1;
      open.pace.note(open.requests >= CALLS_PER_CALLER.underWay);
      if (open.requests === 0) this.#open.delete(caller);
    };
  }
}

/** Empty for visitors without cookie and token. */
function callerOf({ cookie = '', authorization = '' }: IncomingHttpHeaders): string {
  const caller = authorization + cookie;
  return caller.length > MOST_CHARACTERS ? '' : caller;
}
