import type pg from 'pg';
import type { PostgresPool } from '#db/postgres-pool';
import { type Connected, type Position, type Replica, whyPrimary } from '#db/replica';
import type { WhyPrimary } from '#db/replica-state';

/**
 * The reads of one call: from the replica, never older than what was committed before the first of them; from the primary
 * when the replica cannot, and from then on, so that no read is older than the one before it.
 */
export class ReplicaReads {
  readonly #replica: Replica;
  readonly #primary: PostgresPool;
  #since: Promise<Position> | undefined;
  #connected: Connected | undefined;
  #why: WhyPrimary | undefined;

  constructor(replica: Replica, primary: PostgresPool) {
    this.#replica = replica;
    this.#primary = primary;
  }

  /** The call has written: its next read sees that. */
  forgetPosition(): void {
    this.#since = undefined;
  }

  async read(config: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#why ??= this.#whyNow();
    if (this.#why === undefined) {
      this.#connected ??= this.#replica.connected;
      const since = await this.#position();
      try {
        const result = await this.#replica.read(config, since);
        this.#replica.count('replica');
        return result;
      } catch (error) {
        const why = whyPrimary(error);
        if (why === null) throw error;
        this.#why ??= why;
      }
    }
    this.#replica.count(this.#why);
    return this.#primary.read(config);
  }

  #whyNow(): WhyPrimary | undefined {
    if (this.#connected?.isOver) return 'away';
    // A call that has begun needs nothing newer.
    if (this.#since) return undefined;
    const { standing } = this.#replica;
    return standing === 'ready' ? undefined : standing;
  }

  #position(): Promise<Position> {
    this.#since ??= this.#replica.primaryPosition().catch((error: unknown) => {
      this.#since = undefined;
      throw error;
    });
    return this.#since;
  }
}
