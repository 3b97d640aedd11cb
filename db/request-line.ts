import { ReleasePace } from '#db/pace';
import { type Asker, isLineFull, type ShedCounts, ShedError, type ShedReason } from '#db/shed';

type Waiter = { asker: Asker; tooLate: NodeJS.Timeout; begin(): void; refuse(error: Error): void };

/** Waiting requests per connection that are never shed as too many: slow connects and one account's lock cause short queues. */
const ROUNDS = 8;

/** Requests waiting for a write connection (PostgreSQL), in order. The bank's own work is not queued here. */
export class RequestLine {
  readonly #places: number;
  readonly #turnAfterMs: number;
  readonly #busyAfterMs: number;
  readonly #pace = new ReleasePace();
  readonly shed: ShedCounts = { line: 0, late: 0, left: 0 };
  #taken = 0;
  #waiting: Waiter[] = [];

  /** `places`: connections for requests. A request waits `turnAfterMs`; the first few wait `busyAfterMs`, as for a lock. */
  constructor(places: number, { turnAfterMs, busyAfterMs }: { turnAfterMs: number; busyAfterMs: number }) {
    this.#places = places;
    this.#turnAfterMs = turnAfterMs;
    this.#busyAfterMs = busyAfterMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Expected wait of a new request in ms; 0 while few wait. */
  get waitMs(): number {
    return this.#waiting.length < ROUNDS * this.#places ? 0 : this.#pace.waitMs(this.#waiting.length + 1);
  }

  /** Runs the work at the request's turn. Throws ShedError when the queue is too long or the time is up. */
  async inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (!asker.mayBeShed) return work();
    await this.#turnOf(asker);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #turnOf(asker: Asker): Promise<void> {
    if (asker.hasLeft) throw this.#counted('left');
    if (this.#taken < this.#places) {
      this.#taken += 1;
      return;
    }
    if (isLineFull(this.waitMs, this.#turnAfterMs)) throw this.#counted('line');
    const isAmongFirst = this.#waiting.length < ROUNDS * this.#places;
    await new Promise<void>((begin, refuse) => {
      const waiter: Waiter = {
        asker,
        tooLate: setTimeout(
          () => {
            // A request that has begun to write is completed.
            if (!asker.mayBeShed) return;
            this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
            refuse(this.#counted('late'));
          },
          isAmongFirst ? this.#busyAfterMs : this.#turnAfterMs,
        ),
        begin,
        refuse,
      };
      this.#waiting.push(waiter);
    });
  }

  #next(): void {
    this.#pace.note(this.#waiting.length > 0);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      clearTimeout(next.tooLate);
      if (!next.asker.mayBeShed || !next.asker.hasLeft) {
        next.begin();
        return;
      }
      next.refuse(this.#counted('left'));
    }
    this.#taken -= 1;
  }

  #counted(reason: ShedReason): ShedError {
    this.shed[reason] += 1;
    return new ShedError(reason);
  }
}
