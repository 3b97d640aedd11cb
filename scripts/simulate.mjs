import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';

// Simulates years of a bank with crashes and provider failures, each from one seed, and reports violations.
// npm run simulate -- --seeds 100 [--seed 7 (the first)] [--days 365] [--engine sqlite|postgres]
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
for (const number of [values.seeds, values.seed, values.days])
  if (!/^[1-9]\d*$/.test(number)) throw new Error('--seeds, --seed and --days must be positive integers');

const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  values.engine,
  'src-server/whole-bank/simulation.test.ts',
];
const env = {
  ...process.env,
  SIMULATE_SEEDS: values.seeds,
  SIMULATE_FIRST: values.seed,
  SIMULATE_DAYS: values.days,
};
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
