import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GroupWork, Tx } from '#db/db';
import type { OpenOptions } from '#db/engine';
import { databaseError, isLockTimeout } from '#db/error';
import { Gathering } from '#db/gathering';
import { answer, BATCH_SIZE, type Job, JobLine, jobsBy, type Outcome } from '#db/job-line';
import { BUSY_AFTER_MS } from '#db/postgres-pool';
import { type Asker, TURN_AFTER_MS } from '#db/shed';

/** How often waiting items are checked while a group is under way. */
const WATCH_EVERY_MS = 250;

type Work = { work: GroupWork<unknown, unknown>; item: unknown };
/** `isAlone`: waits for locks as long as any transaction. */
type Transact = <Value>(work: (tx: Tx) => Promise<Value>, isAlone: boolean) => Promise<Value>;

/** Items that wait for a lock outside the line, each on a connection. */
const MOST_ASIDE = 2;

/**
 * Items of group work (PostgreSQL): those that wait together share one transaction; one is under way at a time. A group waits
 * for locks only briefly: an item whose rows are locked for longer waits aside.
 */
export class PostgresGroups {
  readonly line: JobLine<Work>;
  readonly #transact: Transact;
  readonly #busyAfterMs: number;
  readonly #gathering = new Gathering();
  #pumping: Promise<void> | undefined;
  /** Not for the call that came first, also in what is measured of calls. */
  readonly #forAll = new AsyncResource('PostgresGroups');
  #aside = 0;
  #closed = false;

  constructor(
    transact: Transact,
    { batchSize = BATCH_SIZE, turnAfterMs = TURN_AFTER_MS, busyAfterMs = BUSY_AFTER_MS }: OpenOptions,
  ) {
    this.#transact = transact;
    this.#busyAfterMs = busyAfterMs;
    this.line = new JobLine({ batchSize, turnAfterMs });
  }

  add<Value>(work: GroupWork<unknown, unknown>, item: unknown, asker?: Asker): Promise<Value> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return this.line.add({ work, item }, asker, () => {
      this.#pumping ??= this.#forAll.runInAsyncScope(() => this.#pump());
      this.#gathering.came(this.line.waiting);
    });
  }

  /** Resolves when all that wait are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    // A COMMIT may wait long, for a standby or a dead connection.
    const watch = setInterval(() => this.line.rejectLate(this.#busyAfterMs), WATCH_EVERY_MS);
    try {
      // Calls of the same turn of the event loop join the group.
      await nextTurn();
      while (this.line.waiting > 0) {
        await this.#gathering.begin(this.line.waiting);
        const begunAtMs = performance.now();
        const jobs = this.line.next();
        for (const [work, members] of jobsBy(jobs, (job) => job.work)) await this.#run(work, members);
        if (jobs.length === 0) continue;
        const tookMs = performance.now() - begunAtMs;
        this.line.pace.note(jobs.length, 0, tookMs);
        this.#gathering.ended(jobs.length, tookMs);
      }
    } finally {
      clearInterval(watch);
      this.#pumping = undefined;
    }
  }

  async #run(work: GroupWork<unknown, unknown>, members: Member[]): Promise<void> {
    const items = members.map(({ item }) => item);
    try {
      const outcomes = await this.#transact(async (tx) => {
        const found = await work(tx, items);
        if (found.length !== items.length)
          throw new Error(`a group of ${items.length} gave ${found.length} outcomes`);
        return found;
      }, members.length === 1);
      for (const [place, job] of members.entries()) end(job, outcomes[place]);
    } catch (error) {
      await this.#again(work, members, error);
    }
  }

  /** A guard, a key or a lock that stops one item must not stop the others: each half is tried. */
  async #again(work: GroupWork<unknown, unknown>, members: Member[], error: unknown): Promise<void> {
    const kind = databaseError(error)?.kind;
    const isOverall = kind === 'unknown' || kind === 'away' || (kind === 'busy' && !isLockTimeout(error));
    if (isOverall || members.length === 1) {
      for (const job of members) end(job, { ok: false, error });
      return;
    }
    this.line.triedAgain += 1;
    const middle = Math.ceil(members.length / 2);
    for (const half of [members.slice(0, middle), members.slice(middle)]) {
      const [only] = half;
      if (only && half.length === 1 && kind === 'busy') this.#runAside(work, only, error);
      else await this.#run(work, half);
    }
  }

  #runAside(work: GroupWork<unknown, unknown>, job: Member, error: unknown): void {
    if (this.#aside >= MOST_ASIDE) {
      end(job, { ok: false, error });
      return;
    }
    this.#aside += 1;
    void this.#run(work, [job]).finally(() => {
      this.#aside -= 1;
    });
  }
}

type Member = Work & Job;

function end(job: Member, outcome: Outcome | undefined): void {
  job.outcome = outcome ?? { ok: false, error: new Error('no outcome') };
  if (job.outcome.ok || databaseError(job.outcome.error)?.kind === 'unknown') job.asker?.begin();
  answer(job);
}
