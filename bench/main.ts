import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAgainst } from './against.ts';
import { benchCredit } from './credit.ts';
import { benchDashboard } from './dashboard.ts';
import { benchExports } from './exports.ts';
import type { Effort, Figure, Findings, Target } from './figures.ts';
import { benchPages } from './pages.ts';
import { benchPostgres } from './postgres.ts';
import { benchPosting } from './posting.ts';
import { benchSearch } from './search.ts';
import { benchSignIn } from './sign-in.ts';
import { benchStatements } from './statements.ts';
import { benchTransfers } from './transfers.ts';

const USAGE = `npm run bench -- [options]
  --only NAME      transfers, postgres, posting, statements, pages, dashboard, search, exports, credit or sign-in; may be given several times
  --quick          one short round on small data: shows that the bench runs, measures nothing
  --large          statements also on 10 million entries
  --no-postgres    without PostgreSQL and pgbench
  --rounds N       rounds of every case (3)
  --seconds N      seconds of each case in a round (3)
  --folder PATH    where the databases are made, and deleted again (the system's temporary folder)
  --out FILE       where the figures go as JSON (data/bench/<moment>.json)
  --pgledger PATH  a copy of github.com/pgr0ss/pgledger, measured beside transfers on PostgreSQL
  --against PATH   only transfers, in turn with those of another version in this folder
  --profile PATH   the server of the transfers writes a CPU profile into this folder`;

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: true },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
    out: { type: 'string' },
    pgledger: { type: 'string' },
    against: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}

const { quick, large } = options;
const effort: Effort = {
  quick,
  rounds: Number(options.rounds ?? (quick ? 1 : 3)),
  seconds: Number(options.seconds ?? (quick ? 0.6 : 3)),
};
const folder = mkdtempSync(join(options.folder, 'valebank-bench-'));
const parts: Record<string, () => Promise<Findings>> = {
  transfers: () =>
    benchTransfers(effort, folder, { withPostgres: options.postgres, profileInto: options.profile }),
  ...(options.postgres && {
    postgres: () => benchPostgres(effort, folder, { pgledger: options.pgledger }),
  }),
  posting: () => benchPosting(effort, folder),
  statements: () => benchStatements(effort, folder, { large }),
  ...(options.postgres && { pages: () => benchPages(effort, folder) }),
  dashboard: () => benchDashboard(effort, folder, { withPostgres: options.postgres }),
  search: () => benchSearch(effort, folder, { withPostgres: options.postgres }),
  exports: () => benchExports(effort, folder),
  credit: () => benchCredit(effort, folder),
  'sign-in': () => benchSignIn(effort, folder),
};
const { against } = options;
if (against) parts.against = () => benchAgainst(effort, folder, { against, withPostgres: options.postgres });
const wanted = against ? ['against'] : (options.only ?? Object.keys(parts));
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}.\n${USAGE}`);
  process.exit(1);
}

const startedAt = new Date();
const found: Findings = { figures: [], targets: [], notes: [] };
try {
  for (const name of wanted) {
    const part = await parts[name]?.();
    if (!part) continue;
    print(name, part);
    found.figures.push(...part.figures);
    found.targets.push(...part.targets);
    found.notes.push(...part.notes);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const machine = { cores: availableParallelism(), node: process.version, loadAverage: loadavg() };
const moment = startedAt.toISOString().replaceAll(':', '-').slice(0, 19);
const out = options.out ?? join('data', 'bench', `${moment}.json`);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify({ startedAt, machine, effort, ...found }, null, 2)}\n`);
console.log(`\n${machine.cores} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${machine.node} · ${out}`);
if (found.figures.some(({ failed }) => failed)) process.exitCode = 1;

function print(name: string, { figures, targets, notes }: Findings): void {
  console.log(`\n${name}`);
  for (const figure of figures) console.log(`  ${figureLine(figure)}`);
  for (const target of targets) console.log(`  ${targetLine(target)}`);
  for (const note of notes) console.log(`  ${note}`);
}

function figureLine({
  name,
  value,
  unit,
  rounds,
  p50Ms,
  p99Ms,
  cpuMicros,
  databaseCpuMicros,
  replicaCpuMicros,
  failed,
}: Figure): string {
  const latencies = p50Ms && p99Ms ? ` · p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms` : '';
  const database = databaseCpuMicros ? ` + ${brief(databaseCpuMicros)} of the database` : '';
  const replica = replicaCpuMicros ? ` + ${brief(replicaCpuMicros)} of the replica` : '';
  const cpu = cpuMicros ? `, CPU ${brief(cpuMicros)}${database}${replica} µs` : '';
  const spread = rounds.length > 1 ? ` (${brief(Math.min(...rounds))} to ${brief(Math.max(...rounds))})` : '';
  return `${name.padEnd(46)} ${brief(value).padStart(8)} ${unit}${spread}${latencies}${cpu}${failed ? ` · ${failed} FAILED` : ''}`;
}

function targetLine({ name, value, unit, atLeast, atMost, met }: Target): string {
  const limit = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
  return `${name.padEnd(58)} ${value.toFixed(2).padStart(6)} ${unit ?? '×'}  ${limit}: ${met ? 'met' : 'NOT MET'}`;
}

function brief(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1);
}
