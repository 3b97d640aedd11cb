/**
 * @module-tag prove
 * @module-tag processes
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/db';
import { isAlone } from '#db/testing/proof-scale';
import { isStandIn, testDatabase, testEngine } from '#db/testing/test-db';
import { verifyLedger } from '#server/ledger/verify';
import { openBenchBank, prepareBank } from './bank.ts';
import type { OverloadPlan, OverloadTally } from './overload-load.ts';
import { type BenchServer, startServer } from './server.ts';

const PROMISE = { acceptedMs: 3_000, refusedMs: 1_000, mib: 512 };
const CUSTOMERS = 100;
const CONNECTIONS = { usual: 32, crowd: 1_000 };
const TIMES = 10;
const seconds = isAlone() ? { measuring: 5, pressing: 30 } : { measuring: 1, pressing: 3 };

/** Sends the load from a process of its own, so that client and server do not delay each other. */
async function press(plan: OverloadPlan): Promise<OverloadTally> {
  const child = fork('bench/overload-load.ts', { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load process ended without a result');
  });
  ended.catch(() => {});
  child.send(plan);
  const [tally] = await Promise.race([once(child, 'message'), ended]);
  return tally;
}

/** Samples memory, and whether /readyz always answers. */
function watched({ port, residentMib }: BenchServer) {
  let isOver = false;
  const seen = { mib: 0, probes: new Set<number>() };
  const watching = (async () => {
    while (!isOver) {
      seen.mib = Math.max(seen.mib, residentMib());
      seen.probes.add((await fetch(`http://127.0.0.1:${port}/readyz`)).status);
      await new Promise((next) => setTimeout(next, 200));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return seen;
  };
}

const p99 = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

async function countMade({ db }: { db: Db }, keys: string[]): Promise<number> {
  const { idempotency } = db.tables;
  let made = 0;
  for (let from = 0; from < keys.length; from += 500) {
    const some = keys.slice(from, from + 500);
    made += await db.$count(idempotency, inArray(idempotency.key, some));
  }
  return made;
}

const shown = (name: string, { sent, acceptedMs, refusedMs, unsent, broken }: OverloadTally, mib: number) => {
  const figures = [
    `${sent} asked in ${seconds.pressing} s, ${acceptedMs.length} done, ${refusedMs.length} BUSY`,
    `p99 done ${Math.round(p99(acceptedMs))} ms (promise ${PROMISE.acceptedMs})`,
    `p99 BUSY ${Math.round(p99(refusedMs))} ms (promise ${PROMISE.refusedMs})`,
    `${Math.round(mib)} MiB (promise ${PROMISE.mib})`,
    ...(unsent + broken > 0 ? [`${unsent} not sent, ${broken} broken off`] : []),
  ];
  const isHeld =
    p99(acceptedMs) < PROMISE.acceptedMs && p99(refusedMs) < PROMISE.refusedMs && mib < PROMISE.mib;
  console.log(`overload, ${testEngine()}, ${name}: ${figures.join('; ')}: ${isHeld ? 'held' : 'NOT HELD'}`);
  return isHeld;
};

describe.skipIf(isStandIn())('an overload of the bank', () => {
  test('an overloaded bank does in time what it accepts, refuses the rest as BUSY at once, and loses nothing', {
    timeout: 900_000,
  }, async () => {
    const database = await testDatabase();
    const customers = await prepareBank(database.url, CUSTOMERS);
    const server = await startServer(database.url);
    const plan = (run: string, pressure: OverloadPlan['pressure'], lasts: number): OverloadPlan => ({
      port: server.port,
      customers: customers.map(({ accountNumber, sessionToken }) => ({ accountNumber, sessionToken })),
      pressure,
      seconds: lasts,
      run,
    });
    const tallies: OverloadTally[] = [];
    try {
      const usual = await press(plan('usual', { connections: CONNECTIONS.usual }, seconds.measuring));
      expect(usual.refused).toEqual([]);
      const perSecond = (TIMES * usual.accepted.length) / seconds.measuring;
      tallies.push(usual);
      const pressures = [
        { name: `${CONNECTIONS.crowd} connections`, pressure: { connections: CONNECTIONS.crowd } },
        {
          name: `${TIMES} times the rate (${Math.round(perSecond)} a second)`,
          pressure: { connections: CONNECTIONS.crowd, perSecond },
        },
      ];
      for (const [place, { name, pressure }] of pressures.entries()) {
        const seen = watched(server);
        const tally = await press(plan(`pressed-${place}`, pressure, seconds.pressing));
        const { mib, probes } = await seen();
        tallies.push(tally);
        const isHeld = shown(name, tally, mib);
        expect([tally.unexpected, tally.timedOut, [...probes]]).toEqual([[], 0, [200]]);
        expect(tally.accepted.length).toBeGreaterThan(0);
        if (isAlone()) expect(isHeld).toBe(true);
      }
    } finally {
      await server.stop();
    }
    const bank = await openBenchBank(database.url);
    const accepted = tallies.flatMap((tally) => tally.accepted);
    expect(await countMade(bank, accepted)).toBe(accepted.length);
    expect(
      await countMade(
        bank,
        tallies.flatMap((tally) => tally.refused),
      ),
    ).toBe(0);
    expect((await verifyLedger(bank.db)).differences).toEqual([]);
    await bank.db.close();
    await database.drop();
  });
});
