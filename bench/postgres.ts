import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { type Cluster, startCluster } from '../scripts/postgres-cluster.ts';
import { prepareBank } from './bank.ts';
import { BARE_ROUTES } from './bare-routes.ts';
import {
  type Case,
  type Effort,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  median,
  ratioOf,
  type Sample,
} from './figures.ts';
import { load } from './load.ts';
import type { Customer } from './people.ts';
import { findPgbench, measureTpcb, prepareTpcb } from './pgbench.ts';
import { measurePgledger, preparePgledger } from './pgledger.ts';
import { clusterMicros } from './processor-time.ts';
import { type BenchServer, startServer } from './server.ts';
import { customerCount, type RequestOptions, TPCB, toOne, transferRequest, warmUp } from './transfers.ts';

const CONNECTIONS = 64;
const PROCESSES = [1, 2, 4];
/** One of so many transfers asks for more than there is. */
const REFUSED_EACH = 20;
const PGLEDGER = 'pgledger’s function by pgbench, 32 clients';

const rest = (connections: number) => `REST on PostgreSQL, ${connections} connections`;
const several = (processes: number) =>
  `REST on PostgreSQL, ${CONNECTIONS} connections, ${processes} processes`;
const HOT = `${rest(CONNECTIONS)}, all to one account`;
const REFUSED = `${rest(CONNECTIONS)}, 5 % refused`;
const bare = (name: string) => `bare route on PostgreSQL, ${name}`;

type Options = { pgledger?: string | undefined };
type Scene = {
  cluster: Cluster;
  urlOf: (database: string) => string;
  customers: Customer[];
  databaseMicros: () => number | null;
  undo: (() => Promise<void>)[];
};

/** Transfers on PostgreSQL: one process and several, bare routes as the machine's ceiling, and other programs as peers. */
export async function benchPostgres(
  effort: Effort,
  folder: string,
  { pgledger }: Options,
): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const cluster = await startCluster({ durable: true });
  if (!cluster) return { figures: [], targets: [], notes: ['PostgreSQL: not found on this machine'] };
  const undo = [() => cluster.stop()];
  const notes: string[] = [];
  try {
    const scene = await openScene(cluster, effort, undo);
    const cases: WarmCase[] = [
      ...(await bankCases(scene, effort)),
      ...(await bareCases(scene)),
      ...(await peerCases(scene, effort, { folder, pgledger, notes })),
    ];
    if (!effort.quick) for (const warm of cases) await warmUp(warm, warm.processes);
    const samples = await interleaved(cases, effort);
    return { figures: figuresOf(cases, samples), targets: targetsOf(samples), notes };
  } finally {
    for (const step of undo) await step();
  }
}

async function openScene(cluster: Cluster, effort: Effort, undo: Scene['undo']): Promise<Scene> {
  const urlOf = (database: string) => cluster.url.replace(/postgres$/, database);
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  for (const name of ['bank', 'tpcb', 'pgledger']) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const customers = await prepareBank(urlOf('bank'), customerCount(effort));
  return { cluster, urlOf, customers, databaseMicros: await clusterMicros(cluster.url), undo };
}

async function serverOf({ urlOf, undo }: Scene, program?: string): Promise<BenchServer> {
  const server = await startServer(urlOf('bank'), program === undefined ? {} : { program });
  undo.unshift(() => server.stop());
  return server;
}

async function bankCases(scene: Scene, { quick }: Effort): Promise<WarmCase[]> {
  const most = quick ? 2 : Math.max(...PROCESSES);
  const servers: BenchServer[] = [];
  for (let number = 1; number <= most; number += 1) servers.push(await serverOf(scene));
  const one = servers.slice(0, 1);
  const refusing = { amountOf: (n: number) => (n % REFUSED_EACH === 0 ? '9000000.00' : '0.01') };
  return [
    ...[1, CONNECTIONS, 256].map((count) => caseOf(scene, rest(count), one, { connections: count })),
    caseOf(scene, HOT, one, { aim: toOne }),
    caseOf(scene, REFUSED, one, { ...refusing, mayRefuse: true }),
    ...PROCESSES.filter((count) => count > 1 && count <= most).map((count) =>
      caseOf(scene, several(count), servers.slice(0, count), {}),
    ),
  ];
}

async function bareCases(scene: Scene): Promise<WarmCase[]> {
  const server = await serverOf(scene, 'bench/bare-server.ts');
  return Object.entries(BARE_ROUTES).map(([name, path]) => caseOf(scene, bare(name), [server], { path }));
}

/** `processes`: how many are warmed up by it. */
type WarmCase = Case & { processes?: number };
type CaseOptions = RequestOptions & { connections?: number; mayRefuse?: boolean };

function caseOf(
  { customers, databaseMicros }: Scene,
  name: string,
  servers: readonly BenchServer[],
  { connections = CONNECTIONS, mayRefuse = false, ...options }: CaseOptions,
): WarmCase {
  const request = transferRequest('REST', customers, options);
  const cpuMicros = () => sumOf(servers.map((server) => server.cpuMicros()));
  const measure = async (seconds: number): Promise<Sample> => {
    const share = Math.ceil(connections / servers.length);
    const cpuBefore = [cpuMicros(), databaseMicros()];
    const loads = servers.map((server) => load({ server, connections: share, seconds, request, mayRefuse }));
    const samples = await Promise.all(loads);
    const value = samples.reduce((sum, sample) => sum + sample.value, 0);
    const [node, database] = [cpuMicros(), databaseMicros()].map((after, place) => {
      const before = cpuBefore[place];
      return typeof before === 'number' && after !== null ? (after - before) / (value * seconds) : null;
    });
    return {
      value,
      p50Ms: median(samples.flatMap(({ p50Ms }) => p50Ms ?? [])),
      p99Ms: Math.max(...samples.flatMap(({ p99Ms }) => p99Ms ?? [])),
      failed: samples.reduce((sum, { failed = 0 }) => sum + failed, 0),
      ...(typeof node === 'number' && { cpuMicros: node }),
      ...(typeof database === 'number' && { databaseCpuMicros: database }),
    };
  };
  return { name, unit: 'transfers/s', measure, processes: servers.length };
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

type Peers = Options & { folder: string; notes: string[] };

async function peerCases(
  { urlOf }: Scene,
  { quick }: Effort,
  { folder, pgledger, notes }: Peers,
): Promise<Case[]> {
  const pgbench = findPgbench();
  if (!pgbench) {
    notes.push('pgbench: not found on this machine');
    return [];
  }
  await prepareTpcb(pgbench, urlOf('tpcb'), quick);
  const tpcb: Case = {
    name: TPCB,
    unit: 'TPC-B/s',
    measure: (seconds) => measureTpcb(pgbench, urlOf('tpcb'), seconds),
  };
  if (pgledger === undefined) {
    notes.push('pgledger: not measured; name a copy of github.com/pgr0ss/pgledger with --pgledger');
    return [tpcb];
  }
  await preparePgledger(pgledger, urlOf('pgledger'));
  const measure = (seconds: number) => measurePgledger(pgbench, urlOf('pgledger'), folder, seconds);
  return [tpcb, { name: PGLEDGER, unit: 'transfers/s', measure }];
}

function targetsOf(samples: Map<string, Sample[]>) {
  const crowd = samples.get(rest(256)) ?? [];
  const tail = crowd.flatMap(({ p50Ms, p99Ms }) => (p50Ms && p99Ms ? [p99Ms / p50Ms] : []));
  const ratio = (above: string, below: string) => ratioOf(samples, above, below);
  const micros = (name: string) => samples.get(name)?.flatMap(({ cpuMicros }) => cpuMicros ?? []) ?? [];
  const [own, least] = [micros(rest(CONNECTIONS)), micros(bare('transfer'))];
  return [
    ...judged('REST on PostgreSQL ÷ TPC-B', ratio(rest(CONNECTIONS), TPCB), { atLeast: 0.5 }),
    ...judged('REST on PostgreSQL ÷ pgledger', ratio(rest(CONNECTIONS), PGLEDGER), { atLeast: 1 }),
    ...judged('p99 ÷ p50 at 256 on PostgreSQL', tail.length > 0 ? median(tail) : null, { atMost: 4 }),
    ...judged('all to one account ÷ spread on PostgreSQL', ratio(HOT, rest(CONNECTIONS)), { atLeast: 0.95 }),
    ...judged('4 processes ÷ 1 on PostgreSQL', ratio(several(4), rest(CONNECTIONS)), { atLeast: 0.8 }),
    ...judged(
      'CPU of REST ÷ of a bare route that posts a transfer',
      own.length > 0 && least.length > 0 ? median(own) / median(least) : null,
      { atMost: 1.6 },
    ),
  ];
}
