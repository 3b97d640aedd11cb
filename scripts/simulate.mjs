import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';

// Simulates years of a bank with crashes and provider failures, each from one seed, and reports violations.
// npm run simulate -- --seeds 100 [--seed 7 (the first)] [--days 365] [--engine sqlite|postgres] [--processes 2]
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    engine: { type: 'string', default: 'sqlite' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});
for (const number of [values.seeds, values.seed, values.days, values.processes])
  if (!/^[1-9]\d*$/.test(number))
    throw new Error('--seeds, --seed, --days and --processes must be positive integers');

const count = Number(values.seeds);
const processes = Math.min(count, Number(values.processes));
const ends = await Promise.all(Array.from({ length: processes }, (_, place) => run(place)));
process.exitCode = ends.every((code) => code === 0) ? 0 : 1;

/** Every `processes`-th part of the seeds, in their order; resolves to the exit code. */
function run(place) {
  const begin = Math.floor((count * place) / processes);
  const end = Math.floor((count * (place + 1)) / processes);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=verbose',
    '--project',
    values.engine,
    'src-server/whole-bank/simulation.test.ts',
  ];
  const env = {
    ...process.env,
    SIMULATE_SEEDS: String(end - begin),
    SIMULATE_FIRST: String(Number(values.seed) + begin),
    SIMULATE_DAYS: values.days,
  };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
