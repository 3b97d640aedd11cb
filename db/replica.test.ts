/** @module-tag postgresInCi */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '#db/db';
import { engineOf, type OpenOptions } from '#db/engine';
import { open } from '#db/open';
import { whyPrimary } from '#db/replica';
import { fromReplica } from '#db/request-db';
import { type Link, openLink } from './testing/link.ts';
import { openReplicaPair, type ReplicaPair } from './testing/replica-pair.ts';
import { names, put } from './testing/scratch.ts';
import { isStandIn, testEngine } from './testing/test-db.ts';

const isPostgres = testEngine() === 'postgres' && !isStandIn();
const SLEEPING = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'";

/** Long, because a busy machine must not fail tests. */
const PATIENT_MS = 60_000;
const IMPATIENT = { replicaWaitMs: 100 };

let pair: ReplicaPair;
beforeAll(async () => {
  if (isPostgres) pair = await openReplicaPair();
});
afterAll(async () => {
  if (isPostgres) await pair.close();
});

let clocks = 0;

/** The bank with its replica behind a link. */
async function openBoth(options: OpenOptions = {}): Promise<{ db: Db; link: Link }> {
  const link = await openLink(pair.at(pair.replica));
  const db = await open(pair.at(pair.primary), { readUrl: link.url, replicaWaitMs: PATIENT_MS, ...options });
  await write(db, `clock ${clocks++}`);
  onTestFinished(async () => {
    await db.transaction((tx) => tx.delete(tx.tables.attempts).then(() => {}));
    await db.close();
    await link.close();
  });
  return { db, link };
}

const write = (db: Db, name: string) => db.transaction((tx) => put(tx, name).then(() => {}));
const stateOf = (db: Db) => engineOf(db).replica?.state();
const look = (db: Db) => engineOf(db).replica?.look();

function pick<T>(many: readonly T[], at: number): T {
  return many[at % many.length] as T;
}

/** `running`: what the replica alone does meanwhile. */
async function whoAnswers(db: Db, running = sql`1`): Promise<'replica' | 'primary'> {
  const who = sql<boolean>`case when pg_is_in_recovery() then ${running} is not null else false end`;
  const [row] = await db.select({ who }).from(db.tables.attempts).limit(1);
  return row?.who ? 'replica' : 'primary';
}

/** Waits until a read goes to the replica: on a busy machine it may catch up later than `IMPATIENT` waits. */
async function replicaAnswers(db: Db): Promise<void> {
  const afterLook = async () => {
    await look(db);
    return whoAnswers(fromReplica(db));
  };
  await expect.poll(afterLook, { timeout: PATIENT_MS }).toBe('replica');
}

async function pauseReplaying(): Promise<void> {
  onTestFinished(() => pair.resumeReplaying());
  await pair.pauseReplaying();
}

describe.runIf(isPostgres)('a replica', () => {
  test('a read that may go to the replica does, others do not', async () => {
    const { db } = await openBoth();
    expect([await whoAnswers(fromReplica(db)), await whoAnswers(db)]).toEqual(['replica', 'primary']);
    expect(stateOf(db)).toMatchObject({ standing: 'ready', reads: { replica: 1, away: 0, behind: 0 } });
  });

  test('a read sees what was committed before it began, by this process or another, each of many times', async () => {
    const { db } = await openBoth();
    const other = await open(pair.at(pair.primary));
    onTestFinished(() => other.close());
    for (let turn = 0; turn < 50; turn += 1) {
      await write(turn % 2 === 0 ? db : other, `turn ${turn}`);
      expect(await names(fromReplica(db))).toContain(`turn ${turn}`);
    }
    expect(stateOf(db)?.reads.replica).toBeGreaterThan(0);
  });

  test('no read is older than what was committed before it, with writers and readers in two processes and a replica that restarts', {
    tags: ['prove', 'postgresInCi'],
  }, async () => {
    const both = [(await openBoth()).db, (await openBoth()).db];
    let turns = 0;
    const worker = async (own: number) => {
      for (let turn = 0; turn < 150; turn += 1) {
        const name = `worker ${own}, turn ${turn}`;
        await write(pick(both, own + turn), name);
        const reads = fromReplica(pick(both, own));
        expect(await names(reads)).toContain(name);
        const seen = (await names(reads)).length;
        expect((await names(reads)).length).toBeGreaterThanOrEqual(seen);
        turns += 1;
      }
    };
    const working = Promise.all(Array.from({ length: 8 }, (_, own) => worker(own)));
    await expect.poll(() => turns).toBeGreaterThan(400);
    await pair.replica.restart('immediate');
    await working;
    for (const db of both) expect(stateOf(db)?.reads).toMatchObject({ foreign: 0 });
    expect(both.map((db) => stateOf(db)?.reads.replica ?? 0).every((reads) => reads > 200)).toBe(true);
  });

  test('while the replica replays nothing the primary answers with what was just written', async () => {
    const { db } = await openBoth(IMPATIENT);
    await pauseReplaying();
    await write(db, 'own');
    const reads = fromReplica(db);
    expect(await names(reads)).toContain('own');
    expect(stateOf(db)?.reads).toMatchObject({ replica: 0, behind: 1 });
    await pair.resumeReplaying();
    // No read of a call is older than the one before it.
    expect(await whoAnswers(reads)).toBe('primary');
    await replicaAnswers(db);
  });

  test('a call that writes reads what it wrote', async () => {
    const { db } = await openBoth(IMPATIENT);
    await replicaAnswers(db);
    const reads = fromReplica(db);
    expect(await whoAnswers(reads)).toBe('replica');
    await pauseReplaying();
    await write(reads, 'in the midst');
    expect(await names(reads)).toContain('in the midst');
  });

  test('after a wait in vain the next read does not wait until the replica is looked at again', async () => {
    const waitMs = 5_000;
    const { db } = await openBoth({ replicaWaitMs: waitMs });
    await pauseReplaying();
    await write(db, 'unseen');
    await whoAnswers(fromReplica(db));
    const begunAtMs = performance.now();
    await whoAnswers(fromReplica(db));
    expect(performance.now() - begunAtMs).toBeLessThan(waitMs);
  });

  test('a replica beyond the greatest lag is not asked, and is asked again once it has caught up', async () => {
    const { db } = await openBoth({ replicaBehindMs: 300, ...IMPATIENT });
    await pauseReplaying();
    await write(db, 'unseen');
    const standing = async () => {
      await look(db);
      return stateOf(db)?.standing;
    };
    await expect.poll(standing).toBe('behind');
    expect(stateOf(db)?.lagSeconds).toBeGreaterThan(0.3);
    expect(await whoAnswers(fromReplica(db))).toBe('primary');
    await pair.resumeReplaying();
    await replicaAnswers(db);
  });

  test('as the bank opens it, a replica may be ten seconds behind and no more', {
    tags: ['release'],
  }, async () => {
    const { db } = await openBoth(IMPATIENT);
    await pauseReplaying();
    await write(db, 'unseen');
    const standings: { lagSeconds: number; standing: string }[] = [];
    const standing = async () => {
      await look(db);
      const state = stateOf(db);
      if (state) standings.push(state);
      return state?.standing;
    };
    await expect.poll(standing, { interval: 200 }).toBe('behind');
    expect(standings.at(-2)?.lagSeconds).toBeGreaterThan(5);
    expect(standings.at(-1)?.lagSeconds).toBeGreaterThan(10);
  });

  test('when the replica refuses connections the primary answers, and the bank opens', async () => {
    const { db, link } = await openBoth();
    await link.refuse();
    expect(await whoAnswers(fromReplica(db))).toBe('primary');
    const opened = await open(pair.at(pair.primary), { readUrl: link.url });
    onTestFinished(() => opened.close());
    expect(await whoAnswers(fromReplica(opened))).toBe('primary');
    expect([stateOf(db), stateOf(opened)]).toMatchObject([
      { standing: 'away', reads: { away: 1 } },
      { standing: 'away', reads: { away: 1 } },
    ]);
  });

  test('a read under way goes to the primary when the replica falls silent', async () => {
    const { db, link } = await openBoth();
    const reading = whoAnswers(fromReplica(db), sql`pg_sleep(60)`);
    await expect.poll(() => sleepers()).toBe(1);
    link.goDark();
    await look(db);
    expect(await reading).toBe('primary');
    expect(stateOf(db)?.standing).toBe('away');
    link.comeBack();
    await pair.replica.run(`SELECT pg_terminate_backend(pid) ${SLEEPING}`);
    await look(db);
    expect(await whoAnswers(fromReplica(db))).toBe('replica');
  });

  test('a read that stands in the way of replaying goes to the primary', async () => {
    const { db } = await openBoth();
    const reading = whoAnswers(fromReplica(db), sql`pg_sleep(60)`);
    await expect.poll(() => sleepers()).toBe(1);
    await pair.run('BEGIN; LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE; COMMIT');
    expect(await reading).toBe('primary');
    expect(stateOf(db)?.reads).toMatchObject({ replica: 0, busy: 1 });
  });

  test('a call that had begun stays with the primary after the replica restarts', async () => {
    const { db } = await openBoth();
    const reads = fromReplica(db);
    expect(await whoAnswers(reads)).toBe('replica');
    await pair.replica.restart('immediate');
    expect(await whoAnswers(reads)).toBe('primary');
    await expect.poll(() => look(db)?.then(() => stateOf(db)?.standing)).toBe('ready');
    expect(await whoAnswers(reads)).toBe('primary');
    expect(await whoAnswers(fromReplica(db))).toBe('replica');
  });

  test('an address of the primary, or of another database, is used for nothing', async () => {
    for (const readUrl of [pair.at(pair.primary), pair.replica.url]) {
      const db = await open(pair.at(pair.primary), { readUrl });
      onTestFinished(() => db.close());
      expect(await whoAnswers(fromReplica(db))).toBe('primary');
      expect(stateOf(db)).toMatchObject({ standing: 'foreign', reads: { replica: 0, foreign: 1 } });
    }
  });

  test('a replica that is promoted answers no more, and a replica of the former primary is not used', {
    tags: ['prove', 'postgresInCi'],
  }, async () => {
    const promoted = await pair.primary.addReplica('promoted');
    const { db } = await openBoth({ readUrl: pair.at(promoted) });
    await look(db);
    expect(await whoAnswers(fromReplica(db))).toBe('replica');
    await promoted.promote();
    await write(db, 'after');
    expect(await names(fromReplica(db))).toContain('after');
    expect(stateOf(db)?.reads).toMatchObject({ replica: 1, foreign: 1 });
    const afterwards = await open(pair.at(promoted), { readUrl: pair.at(pair.replica) });
    expect(stateOf(afterwards)?.standing).toBe('foreign');
    await afterwards.close();
    await promoted.crash();
  });

  test('a statement that takes too long is not repeated on the primary', () => {
    const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
    });
    expect(whyPrimary(tooLong)).toBeNull();
  });
});

async function sleepers(): Promise<number> {
  const rows = await pair.replica.run(`SELECT pid ${SLEEPING}`);
  return rows.length;
}
