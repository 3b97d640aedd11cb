/** @module-tag postgres */
import { sql } from 'drizzle-orm';
import { test as base, describe, expect, onTestFinished } from 'vitest';
import { inScratchDatabase } from '#db/copy';
import type { Db, Tx } from '#db/db';
import type { OpenOptions } from '#db/engine';
import { databaseError } from '#db/error';
import { migrate, open } from '#db/open';
import { urlsOfHosts } from '#db/postgres-hosts';
import { type Link, openLink } from './testing/link.ts';
import { openNode } from './testing/postgres-nodes.ts';
import { openRaw } from './testing/raw.ts';
import { linger, names, put } from './testing/scratch.ts';
import { isStandIn, testDatabase, testEngine } from './testing/test-db.ts';

type Ways = { db: Db; url: string; links: [Link, Link] };

/** The bank over two links to one PostgreSQL; the first is used until lost. */
async function openOverLinks(options: OpenOptions = {}, isOneHost = false): Promise<Ways> {
  const address = await testDatabase();
  const links: [Link, Link] = [await openLink(address.url), await openLink(address.url)];
  const hosts = links.slice(0, isOneHost ? 1 : 2).map(({ host }) => host);
  const db = await open(address.url.replace(new URL(address.url).host, hosts.join(',')), options);
  onTestFinished(async () => {
    await db.close();
    for (const link of links) await link.close();
    await address.drop();
  });
  return { db, url: address.url, links };
}

const write = (db: Db, name: string) => db.transaction((tx) => put(tx, name).then(() => {}));
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => databaseError(error)?.kind ?? String(error),
  );

const portOfScratchDatabase = (url: string): Promise<string> =>
  inScratchDatabase(url, async (scratchUrl) => new URL(scratchUrl).port);

const test = base.extend('ways', async () => openOverLinks());

describe.runIf(testEngine() === 'postgres' && !isStandIn())('a lost PostgreSQL connection', () => {
  test('an address with several hosts is read as libpq reads it', () => {
    expect(urlsOfHosts('postgres://ana:s%40@h1:5432,h2/bank?x=1')).toEqual([
      'postgres://ana:s%40@h1:5432/bank?x=1',
      'postgres://ana:s%40@h2/bank?x=1',
    ]);
    expect(urlsOfHosts('postgres://h1/bank')).toEqual(['postgres://h1/bank']);
  });

  test('idle connections that were cut are replaced without an error', async ({ ways: { db, links } }) => {
    await write(db, 'before');
    links[0].cut();
    await write(db, 'after');
    expect(await names(db)).toEqual(['after', 'before']);
  });

  test('a transaction whose connection is cut before COMMIT is repeated once', async ({
    ways: { db, links },
  }) => {
    let tries = 0;
    await db.transaction(async (tx) => {
      tries += 1;
      await put(tx, `try ${tries}`);
      if (tries === 1) links[0].cut();
      await linger(tx, 0.01);
    });
    expect([tries, await names(db)]).toEqual([2, ['try 2']]);
  });

  test('a transaction whose backend is terminated is tried again', async ({ ways: { db, url } }) => {
    const raw = await openRaw(url);
    onTestFinished(() => raw.close());
    const pidOf = async (tx: Tx) => {
      const [row] = await tx.select({ pid: sql<number>`pg_backend_pid()` }).from(tx.tables.bankClock);
      return row?.pid;
    };
    let tries = 0;
    await write(db, 'clock');
    await db.transaction(async (tx) => {
      tries += 1;
      await put(tx, `try ${tries}`);
      const pid = tries === 1 ? await pidOf(tx) : null;
      if (pid) await Promise.all([linger(tx, 1), raw.run(`SELECT pg_terminate_backend(${pid})`)]);
    });
    expect(await names(db)).toContain('try 2');
  });

  test('after the first host is gone the bank writes through the next one', async ({
    ways: { db, links },
  }) => {
    await write(db, 'first');
    await links[0].refuse();
    await write(db, 'second');
    expect(await names(db)).toEqual(['first', 'second']);
  });

  test('two connections lost at once cause one change of host', async ({ ways: { db, links } }) => {
    let underWay = 0;
    const work = () =>
      db.transaction(async (tx) => {
        await linger(tx, 0.01);
        underWay += 1;
        if (underWay <= 2) await linger(tx, 10);
      });
    const works = [work(), work()];
    await expect.poll(() => underWay).toBe(2);
    links[0].cut();
    await Promise.all(works);
    expect([links[0].count().open, links[1].count().open]).toEqual([0, 2]);
  });

  test('a read and a write to a silent host each open one connection, then are refused as away', async () => {
    const { db, links } = await openOverLinks({ busyAfterMs: 1_000 }, true);
    links[0].goDark();
    for (const [ever, work] of [
      [1, () => names(db)],
      [2, () => write(db, 'lost')],
    ] as const) {
      expect(await kindOf(work())).toBe('away');
      expect(links[0].count().ever).toBe(ever);
    }
  });

  test('a migration at the start uses the next host when the first is gone', async ({
    ways: { db, links },
  }) => {
    await links[0].refuse();
    await expect(migrate(db)).resolves.toBeUndefined();
  });

  test('a COMMIT without an answer is reported as an unknown outcome', async ({
    ways: { db, url, links },
  }) => {
    await write(db, 'before');
    const sent = db.transaction(async (tx) => {
      await put(tx, 'sent');
      // From now on statements arrive and answers do not.
      links[0].goDeaf();
    });
    expect(await kindOf(sent)).toBe('unknown');
    const raw = await openRaw(url);
    onTestFinished(() => raw.close());
    expect(await raw.run('SELECT bucket FROM attempts ORDER BY bucket')).toEqual([
      { bucket: 'before' },
      { bucket: 'sent' },
    ]);
  });

  test('without any host a transaction is refused as away, and the next one succeeds once a host is back', async () => {
    const { db, links } = await openOverLinks({ busyAfterMs: 2_000 });
    await write(db, 'before');
    links[0].goDark();
    links[0].cut();
    await links[1].refuse();
    expect(await kindOf(write(db, 'lost'))).toBe('away');
    links[0].comeBack();
    await write(db, 'after');
    expect(await names(db)).toEqual(['after', 'before']);
  });

  test('connections outside the pool go to the host that takes writes', {
    tags: ['prove', 'postgresInCi'],
  }, async () => {
    const opened = await openNode();
    if (!opened) throw new Error('PostgreSQL is not available');
    onTestFinished(() => opened.close());
    const { node: primary } = opened;
    const standby = await primary.addStandby();
    const [one, other] = [new URL(standby.url), new URL(primary.url)];
    const url = primary.url.replace(other.host, `${one.host},${other.host}`);
    expect(await portOfScratchDatabase(url)).toBe(other.port);
    await expect(portOfScratchDatabase(standby.url)).rejects.toThrow('standby');
  });

  test('a connection outside the pool that is cut fails its work without ending the process', async ({
    ways: { url, links },
  }) => {
    const raw = await openRaw(url);
    onTestFinished(() => raw.close());
    // Blocks CREATE DATABASE.
    await raw.run('BEGIN; LOCK TABLE pg_database IN SHARE MODE');
    const made = kindOf(portOfScratchDatabase(links[0].url));
    const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'pg_database'::regclass";
    await expect.poll(async () => (await raw.run(waits)).length).toBeGreaterThan(0);
    links[0].cut();
    expect(await made).toBe('away');
    await raw.run('ROLLBACK');
  });

  test('after the time limit the bank uses the next host instead of a silent one', async () => {
    const { db, links } = await openOverLinks({ busyAfterMs: 4_000, silentAfterMs: 200 });
    await write(db, 'before');
    links[0].goDark();
    expect(await kindOf(write(db, 'lost'))).toBe('away');
    await write(db, 'after');
    expect(await names(db)).toEqual(['after', 'before']);
  });
});
