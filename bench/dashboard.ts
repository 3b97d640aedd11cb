import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '../scripts/postgres-cluster.ts';
import { openBenchBank } from './bank.ts';
import { BANK_SIZE, fillBank } from './bank-fill.ts';
import {
  type Case,
  type Effort,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  type Sample,
} from './figures.ts';
import { load, requestText } from './load.ts';
import { makeAdmin } from './people.ts';
import { startServer } from './server.ts';

const PERIODS = [7, 30, 90];

/** Limit of the 99th percentile, in milliseconds. */
const MAX_MS = 300;

/** Requests one tRPC batch after another, with the periods in turn, on a bank of 10,000 customers and a million entries. */
export async function benchDashboard(
  effort: Effort,
  folder: string,
  { withPostgres }: { withPostgres: boolean },
): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const undo: (() => Promise<void>)[] = [];
  const notes: string[] = [];
  try {
    const cases = [
      await dashboardCase('dashboard, on SQLite', `file:${join(folder, 'dashboard.db')}`, effort, undo),
    ];
    const cluster = withPostgres ? await startCluster({ durable: true }) : null;
    if (cluster) {
      undo.unshift(() => cluster.stop());
      cases.push(await dashboardCase('dashboard, on PostgreSQL', cluster.url, effort, undo));
    } else {
      notes.push(`PostgreSQL: ${withPostgres ? 'not found on this machine' : 'left out as asked'}`);
    }
    for (const { measure } of cases) await measure(effort.quick ? 0.02 : 1);
    const samples = await interleaved(cases, effort);
    return {
      figures: figuresOf(cases, samples),
      targets: cases.flatMap(({ name }) => slowest(name, samples.get(name) ?? [])),
      notes,
    };
  } finally {
    for (const step of undo) await step();
  }
}

const slowest = (name: string, rounds: readonly Sample[]) =>
  judged(`${name}, p99`, Math.max(...rounds.map(({ p99Ms = 0 }) => p99Ms)), {
    atMost: MAX_MS,
    unit: 'ms',
  });

async function dashboardCase(
  name: string,
  url: string,
  { quick }: Effort,
  undo: (() => Promise<void>)[],
): Promise<Case> {
  const bank = await openBenchBank(url);
  await fillBank(bank, quick ? BANK_SIZE.quick : BANK_SIZE.usually);
  const { sessionToken } = await makeAdmin(bank);
  await bank.db.close();
  const server = await startServer(url);
  undo.unshift(() => server.stop());
  const headers = { Cookie: `__Host-session=${sessionToken}`, 'X-Requested-With': 'bench' };
  const request = (n: number) => {
    const input = { '0': { json: null }, '1': { json: { days: PERIODS[n % PERIODS.length] } } };
    const path = `/trpc/admin.dashboard,admin.overview?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
    return requestText('GET', path, headers);
  };
  return {
    name,
    unit: 'pages/s',
    measure: (seconds) => load({ server, connections: 1, seconds, request }),
  };
}
