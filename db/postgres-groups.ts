import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GroupWork, Tx } from '#db/db';
import type { OpenOptions } from '#db/engine';
import { databaseError } from '#db/error';
import { answer, BATCH_SIZE, type Job, JobLine, jobsBy } from '#db/job-line';
import { BUSY_AFTER_MS } from '#db/postgres-pool';
import { type Asker, TURN_AFTER_MS } from '#db/shed';

/** How often waiting items are checked while a group is under way. */
const WATCH_EVERY_MS = 250;

type Work = { work: GroupWork<unknown, unknown>; item: unknown };
type Transact = <Value>(work: (tx: Tx) => Promise<Value>) => Promise<Value>;

/** Items of group work (PostgreSQL): those that wait together share one transaction; one is under way at a time. */
export class PostgresGroups {
  readonly line: JobLine<Work>;
  readonly #transact: Transact;
  #pumping: Promise<void> | undefined;

  readonly #busyAfterMs: number;

  constructor(
    transact: Transact,
    { batchSize = BATCH_SIZE, turnAfterMs = TURN_AFTER_MS, busyAfterMs = BUSY_AFTER_MS }: OpenOptions,
  ) {
    this.#transact = transact;
    this.#busyAfterMs = busyAfterMs;
    this.line = new JobLine({ batchSize, turnAfterMs });
  }

  add<Value>(work: GroupWork<unknown, unknown>, item: unknown, asker?: Asker): Promise<Value> {
    return this.line.add({ work, item }, asker, () => {
      this.#pumping ??= this.#pump();
    });
  }

  async #pump(): Promise<void> {
    // A COMMIT may wait long, for a standby or a dead connection.
    const watch = setInterval(() => this.line.rejectLate(this.#busyAfterMs), WATCH_EVERY_MS);
    // Calls of the same turn of the event loop join the group.
    await nextTurn();
    while (this.line.waiting > 0) {
      const begunAtMs = performance.now();
      const jobs = this.line.next();
      for (const [work, members] of jobsBy(jobs, (job) => job.work)) await this.#run(work, members);
      const tookMs = performance.now() - begunAtMs;
      if (jobs.length > 0) this.line.pace.note(jobs.length, 0, tookMs);
    }
    clearInterval(watch);
    this.#pumping = undefined;
  }

  async #run(work: GroupWork<unknown, unknown>, members: (Work & Job)[]): Promise<void> {
    try {
      const outcomes = await this.#transact((tx) =>
        work(
          tx,
          members.map(({ item }) => item),
        ),
      );
      members.forEach((job, place) => {
        job.outcome = outcomes[place] ?? { ok: false, error: new Error('a group gave too few outcomes') };
        if (job.outcome.ok) job.asker?.begin();
        answer(job);
      });
    } catch (error) {
      for (const job of members) await this.#fail(work, job, { error, isAlone: members.length === 1 });
    }
  }

  /** A guard or key that refuses one item must not fail the others. */
  async #fail(
    work: GroupWork<unknown, unknown>,
    job: Work & Job,
    { error, isAlone }: { error: unknown; isAlone: boolean },
  ): Promise<void> {
    const kind = databaseError(error)?.kind;
    if (kind === 'unknown') job.asker?.begin();
    if (!isAlone && kind !== 'unknown' && kind !== 'busy' && kind !== 'away') return this.#run(work, [job]);
    job.outcome = { ok: false, error };
    answer(job);
  }
}
