import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../scripts/postgres-cluster.ts';
import { prepareBank } from './bank.ts';
import {
  type Case,
  type Effort,
  type Figure,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  median,
  ratioOf,
  type Sample,
} from './figures.ts';
import { load, type MakeRequest, requestText } from './load.ts';
import { anyOther } from './payees.ts';
import type { Customer } from './people.ts';
import { findPgbench, measureTpcb, prepareTpcb, TPCB_CLIENTS } from './pgbench.ts';
import { clusterMicros } from './processor-time.ts';
import { type BenchServer, startServer } from './server.ts';

/** A process is compiled while it runs, and reaches its rate after some 10,000 transfers. */
const WARM_UP = { seconds: 3, transfers: 10_000, turns: 10 };

/** Repeats a case until each of its processes has done enough; at most half a minute. */
export async function warmUp({ measure }: Case, processes = 1): Promise<void> {
  let done = 0;
  for (let turn = 0; turn < WARM_UP.turns && done < WARM_UP.transfers * processes; turn += 1)
    done += (await measure(WARM_UP.seconds)).value * WARM_UP.seconds;
}
const CONNECTIONS = { usually: [1, 16, 64, 256], quick: [1, 64] };
/** So many that groups of two processes seldom have an account in common. */
const CUSTOMERS = { usually: 4000, quick: 20 };
export const TPCB = `pgbench TPC-B, ${TPCB_CLIENTS} clients`;

export const customerCount = ({ quick }: Effort) => (quick ? CUSTOMERS.quick : CUSTOMERS.usually);

export type Transport = 'REST' | 'tRPC';

type Aim = (customers: readonly Customer[], n: number) => Customer | undefined;
const anywhere: Aim = (customers, n) => customers[anyOther(n, customers.length)];
export const toOne: Aim = (customers) => customers[0];

export type RequestOptions = { aim?: Aim; path?: string; amountOf?: (n: number) => string };

/** The n-th transfer, by default of one cent, with an idempotency key. */
export function transferRequest(
  transport: Transport,
  customers: readonly Customer[],
  { aim = anywhere, path = '/api/transfers', amountOf = () => '0.01' }: RequestOptions = {},
): MakeRequest {
  const key = Math.random().toString(36).slice(2);
  return (n) => {
    const to = aim(customers, n);
    const from =
      customers[n % customers.length] === to
        ? customers[(n + 1) % customers.length]
        : customers[n % customers.length];
    if (!from || !to) throw new Error(`transfer ${n}: two customers required, got ${customers.length}`);
    const input = { accountNumber: to.accountNumber, amount: amountOf(n), description: 'Medição' };
    const headers = { Cookie: `__Host-session=${from.sessionToken}`, 'X-Requested-With': 'bench' };
    const idempotencyKey = `${key}-${n}`;
    return transport === 'REST'
      ? requestText('POST', path, { ...headers, 'Idempotency-Key': idempotencyKey }, input)
      : requestText('POST', '/trpc/account.transfer', headers, { json: { ...input, idempotencyKey } });
  };
}

const named = (transport: Transport, connections: number) => `${transport}, ${connections} connections`;
const HOT = 'REST, 64 connections, all to one account';
const onPostgres = (transport: Transport) => `${transport}, 64 connections, on PostgreSQL`;

type Setting = { server: BenchServer; customers: Customer[]; databaseMicros?: () => number | null };

function transferCase(
  name: string,
  { customers, ...watched }: Setting,
  transport: Transport,
  connections: number,
  aim?: Aim,
): Case {
  const request = transferRequest(transport, customers, aim ? { aim } : {});
  return {
    name,
    unit: 'transfers/s',
    measure: (seconds) => load({ ...watched, connections, seconds, request }),
  };
}

export async function benchTransfers(
  effort: Effort,
  folder: string,
  { withPostgres, profileInto }: { withPostgres: boolean; profileInto?: string | undefined },
): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const undo: (() => Promise<void>)[] = [];
  const notes: string[] = [];
  try {
    const url = `file:${join(folder, 'transfers.db')}`;
    const customers = await prepareBank(url, customerCount(effort));
    const server = await startServer(url, { profileInto });
    undo.unshift(() => server.stop());
    const idleMib = server.residentMib();
    const sqlite = { server, customers };

    const counts = effort.quick ? CONNECTIONS.quick : CONNECTIONS.usually;
    const cases: Case[] = [
      ...counts.map((count) => transferCase(named('REST', count), sqlite, 'REST', count)),
      transferCase(HOT, sqlite, 'REST', 64, toOne),
      ...counts.map((count) => transferCase(named('tRPC', count), sqlite, 'tRPC', count)),
    ];
    if (withPostgres) cases.push(...(await postgresCases(effort, undo, notes)));
    else notes.push('PostgreSQL and pgbench: left out as asked');
    const warmUps = cases.filter(({ unit }) => unit === 'transfers/s' && !effort.quick);
    for (const warm of warmUps) await warmUp(warm);

    const samples = await interleaved(cases, effort);
    const memory: Figure[] = [
      { name: 'memory, idle', unit: 'MiB', value: idleMib, rounds: [idleMib] },
      { name: 'memory, after the load', unit: 'MiB', value: server.residentMib(), rounds: [] },
    ];
    return { figures: [...figuresOf(cases, samples), ...memory], targets: targetsOf(samples), notes };
  } finally {
    for (const step of undo) await step();
  }
}

async function postgresCases(
  effort: Effort,
  undo: (() => Promise<void>)[],
  notes: string[],
): Promise<Case[]> {
  const cluster = await startCluster({ durable: true });
  if (!cluster) {
    notes.push('PostgreSQL and pgbench: not found on this machine');
    return [];
  }
  undo.unshift(() => cluster.stop());
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query('CREATE DATABASE bank');
  await admin.query('CREATE DATABASE tpcb');
  await admin.end();
  const urlOf = (database: string) => cluster.url.replace(/postgres$/, database);

  const customers = await prepareBank(urlOf('bank'), customerCount(effort));
  const server = await startServer(urlOf('bank'));
  undo.unshift(() => server.stop());
  const setting = { server, customers, databaseMicros: await clusterMicros(cluster.url) };
  const cases = (['REST', 'tRPC'] as const).map((transport) =>
    transferCase(onPostgres(transport), setting, transport, 64),
  );
  const pgbench = findPgbench();
  if (!pgbench) {
    notes.push('pgbench: not found on this machine');
    return cases;
  }
  await prepareTpcb(pgbench, urlOf('tpcb'), effort.quick);
  const tpcb: Case = {
    name: TPCB,
    unit: 'TPC-B/s',
    measure: (seconds) => measureTpcb(pgbench, urlOf('tpcb'), seconds),
  };
  return [...cases, tpcb];
}

function targetsOf(samples: Map<string, Sample[]>) {
  const crowd = samples.get(named('REST', 256)) ?? [];
  const tail = crowd.flatMap(({ p50Ms, p99Ms }) => (p50Ms && p99Ms ? [p99Ms / p50Ms] : []));
  const ratio = (above: string, below: string) => ratioOf(samples, above, below);
  return [
    ...judged('REST at 64 ÷ TPC-B', ratio(named('REST', 64), TPCB), { atLeast: 0.7 }),
    ...judged('tRPC at 64 ÷ REST', ratio(named('tRPC', 64), named('REST', 64)), { atLeast: 0.8 }),
    ...judged('tRPC ÷ REST on PostgreSQL', ratio(onPostgres('tRPC'), onPostgres('REST')), { atLeast: 0.8 }),
    ...judged('REST on PostgreSQL ÷ on SQLite', ratio(onPostgres('REST'), named('REST', 64)), {
      atLeast: 0.6,
    }),
    ...judged('p99 ÷ p50, REST at 256', tail.length > 0 ? median(tail) : null, { atMost: 4 }),
    ...judged('all to one account ÷ spread', ratio(HOT, named('REST', 64)), { atLeast: 0.95 }),
  ];
}
