import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bank } from '#server/kernel/context';
import { forgetRowsRead } from '#server/kernel/row-budget';
import { indexNext } from '#server/ledger/text-index';
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
  median,
  type Sample,
} from './figures.ts';
import { makeAdmin } from './people.ts';
import { callerFactory, contextOf } from './statements.ts';

/** Limits of a search's time and of the longest stretch in one thread, in milliseconds. */
const MAX_MS = 300;
const MAX_HOLD_MS = 50;

export const SEARCHES = {
  'a text that nothing has': { q: 'inexistente' },
  'letters that nothing has': { q: 'mento clie pagto' },
  'two letters that nothing has': { q: 'zq' },
  'a text that one has': { q: 'Pagamento 1234' },
  'a text that nearly all have': { q: 'pagamento' },
  'a holder': { q: 'Cliente Número 77' },
  'a name that all holders have': { q: 'cliente' },
  'an account number': { q: '00000077-0' },
  'an account number without its dash': { q: '000000770' },
  'PIX, newest first': { type: 'pix', totals: false },
} as const;

type Session = { bank: Bank; call: ReturnType<typeof callerFactory> };

/** First pages of the administrators' ledger, with their totals, without HTTP. */
export async function benchSearch(
  effort: Effort,
  folder: string,
  { withPostgres }: { withPostgres: boolean },
): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const cluster = withPostgres ? await startCluster({ durable: true }) : null;
  const urls = { SQLite: `file:${join(folder, 'search.db')}`, ...(cluster && { PostgreSQL: cluster.url }) };
  const open: Bank[] = [];
  const notes = cluster
    ? []
    : [`PostgreSQL: ${withPostgres ? 'not found on this machine' : 'left out as asked'}`];
  try {
    const cases: Case[] = [];
    for (const [engine, url] of Object.entries(urls)) {
      const session = await openFilled(url, effort);
      open.push(session.bank);
      if (engine === 'SQLite') notes.push(await index(session.bank));
      for (const name of Object.keys(SEARCHES) as (keyof typeof SEARCHES)[])
        cases.push({
          name: `search for ${name}, ${engine}`,
          unit: 'ms',
          measure: (seconds) => measure(session, SEARCHES[name], seconds),
        });
    }
    for (const { measure: warm } of cases) await warm(0.02);
    const samples = await interleaved(cases, effort);
    return {
      figures: figuresOf(cases, samples),
      targets: cases.flatMap(({ name }) => targetsOf(name, samples.get(name) ?? [])),
      notes,
    };
  } finally {
    for (const bank of open) await bank.db.close();
    await cluster?.stop();
  }
}

async function openFilled(url: string, { quick }: Effort): Promise<Session> {
  const bank = await openBenchBank(url);
  await fillBank(bank, quick ? BANK_SIZE.quick : BANK_SIZE.usually);
  const admin = await makeAdmin(bank);
  await bank.db.close();
  const reopened = await openBenchBank(url);
  return { bank: reopened, call: callerFactory(contextOf(reopened, admin)) };
}

async function index({ db }: Bank): Promise<string> {
  const before = process.cpuUsage();
  let count = 0;
  let longestMs = 0;
  for (let added = 1; added > 0; count += added) {
    const startedAtMs = performance.now();
    added = await db.transaction((tx) => indexNext(tx));
    longestMs = Math.max(longestMs, performance.now() - startedAtMs);
  }
  const each = (microsSince(before) / Math.max(1, count)).toFixed(1);
  return `text index: ${count} transactions, ${each} µs each, longest turn ${longestMs.toFixed(0)} ms with its COMMIT`;
}

type Search = (typeof SEARCHES)[keyof typeof SEARCHES];

/** Median time of a search; `holdMs`: the most processor time between two turns of the event loop. */
async function measure({ call }: Session, search: Search, seconds: number): Promise<Sample> {
  const until = performance.now() + seconds * 1000;
  const timesMs: number[] = [];
  const watch = watchTurns();
  const before = process.cpuUsage();
  do {
    forgetRowsRead();
    const startedAtMs = performance.now();
    await call.admin.ledger.list({ ...search, limit: 30 });
    timesMs.push(performance.now() - startedAtMs);
    // A short search holds the thread once; without a turn all of them would count as one.
    await nextTurn();
  } while (performance.now() < until);
  const cpuMicros = microsSince(before) / timesMs.length;
  return { value: median(timesMs), cpuMicros, holdMs: watch.stop() };
}

const microsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** Processor time instead of elapsed time, which other processes would lengthen. */
function watchTurns(): { stop: () => number } {
  let longest = 0;
  let last = process.cpuUsage();
  const turn = () => {
    longest = Math.max(longest, microsSince(last));
    last = process.cpuUsage();
  };
  const timer = setInterval(turn, 1);
  return {
    stop: () => {
      clearInterval(timer);
      turn();
      return longest / 1000;
    },
  };
}

const targetsOf = (name: string, samples: readonly Sample[]) => [
  ...judged(name, Math.max(...samples.map(({ value }) => value)), { atMost: MAX_MS, unit: 'ms' }),
  ...judged(`${name}, longest hold`, Math.max(...samples.map(({ holdMs = 0 }) => holdMs)), {
    atMost: MAX_HOLD_MS,
    unit: 'ms',
  }),
];
