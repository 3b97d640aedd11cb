import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../scripts/postgres-cluster.ts';
import {
  type Case,
  type Effort,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  median,
  type Sample,
} from './figures.ts';
import { type LoadOptions, load, type MakeRequest } from './load.ts';
import type { Customer } from './people.ts';
import { clusterMicros } from './processor-time.ts';
import { startServer } from './server.ts';
import { customerCount, transferRequest } from './transfers.ts';

const CONNECTIONS = 64;
const WARM_UP_TRANSFERS = 10_000;
/** As many of each version: the sixth letter of an hour to one customer is not written. */
const TRANSFERS_EACH_SECOND = 2000;

const ENGINES = ['SQLite', 'PostgreSQL'] as const;
type Engine = (typeof ENGINES)[number];
const VERSIONS = ['other', 'this'] as const;
type Version = (typeof VERSIONS)[number];

const named = (version: Version, engine: Engine) =>
  `REST, ${CONNECTIONS} connections, ${engine}, ${version} version`;

/** `against`: the folder of another version, with its packages. */
export type AgainstOptions = { against: string; withPostgres: boolean };

/** Transfers of this version and of another one in turn: how much more processor time they take. Each makes its own bank. */
export async function benchAgainst(
  effort: Effort,
  folder: string,
  { against, withPostgres }: AgainstOptions,
): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const undo: (() => Promise<void>)[] = [];
  const notes: string[] = [];
  try {
    const scene = { against, undo, urlOf: (name: string) => `file:${join(folder, `${name}.db`)}` };
    const cases = await casesOf('SQLite', effort, scene);
    const cluster = withPostgres ? await startCluster({ durable: true }) : null;
    if (cluster) {
      undo.unshift(() => cluster.stop());
      const urlOf = (name: string) => cluster.url.replace(/postgres$/, name);
      await createDatabases(cluster.url);
      const databaseMicros = await clusterMicros(cluster.url);
      cases.push(...(await casesOf('PostgreSQL', effort, { against, undo, urlOf, databaseMicros })));
    } else notes.push('PostgreSQL: left out as asked, or not found on this machine');
    const samples = await interleaved(cases, effort);
    return { figures: figuresOf(cases, samples), targets: targetsOf(samples), notes };
  } finally {
    for (const step of undo) await step();
  }
}

async function createDatabases(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const name of VERSIONS) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
}

type Scene = {
  against: string;
  urlOf: (name: string) => string;
  undo: (() => Promise<void>)[];
  databaseMicros?: () => number | null;
};

async function casesOf(
  engine: Engine,
  effort: Effort,
  { against, urlOf, undo, ...watched }: Scene,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const version of VERSIONS) {
    const checkoutFolder = version === 'this' ? process.cwd() : against;
    const customers = prepareIn(checkoutFolder, urlOf(version), customersOn(engine, effort));
    const server = await startServer(urlOf(version), { checkoutFolder });
    undo.unshift(() => server.stop());
    const request = transferRequest('REST', customers);
    const transfers = (count: number) =>
      loadOf(count, { ...watched, server, connections: CONNECTIONS, request });
    if (!effort.quick) await transfers(WARM_UP_TRANSFERS);
    const measure = (seconds: number) => transfers(Math.ceil(seconds * TRANSFERS_EACH_SECOND));
    cases.push({ name: named(version, engine), unit: 'transfers/s', measure });
  }
  return cases;
}

/** Versions before 26 November 2026 fund all at once, for which PostgreSQL has too few connections. */
const customersOn = (engine: Engine, effort: Effort): number =>
  Math.min(customerCount(effort), engine === 'SQLite' ? Number.POSITIVE_INFINITY : 600);

/** Each version makes the bank that it knows. */
function prepareIn(checkoutFolder: string, databaseUrl: string, count: number): Customer[] {
  const program = `
    const { prepareBank } = await import(${JSON.stringify(join(checkoutFolder, 'bench/bank.ts'))});
    process.stdout.write(JSON.stringify(await prepareBank(${JSON.stringify(databaseUrl)}, ${count})));`;
  const command = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const options = { cwd: checkoutFolder, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  return JSON.parse(execFileSync(process.execPath, command, options));
}

/** A load of so many requests. */
function loadOf(count: number, options: Omit<LoadOptions, 'seconds' | 'until'>): Promise<Sample> {
  let over = () => {};
  const until = new Promise<void>((resolve) => {
    over = resolve;
  });
  let asked = 0;
  const request: MakeRequest = (n) => {
    asked += 1;
    if (asked === count) over();
    return options.request(n);
  };
  return load({ ...options, request, until });
}

/** 1.15: what the rules for money may cost a transfer in all. */
const targetsOf = (samples: Map<string, Sample[]>) =>
  ENGINES.flatMap((engine) => {
    const [other = null, own = null] = VERSIONS.map((version) =>
      microsOf(samples.get(named(version, engine))),
    );
    const ratio = own && other ? own / other : null;
    return judged(`processor time ÷ the other version, ${engine}`, ratio, { atMost: 1.15 });
  });

/** Processor time of the server and its database per transfer, the median of the rounds. */
function microsOf(samples: readonly Sample[] = []): number | null {
  const micros = samples.flatMap(({ cpuMicros, databaseCpuMicros = 0 }) =>
    cpuMicros === undefined ? [] : [cpuMicros + databaseCpuMicros],
  );
  return micros.length > 0 ? median(micros) : null;
}
