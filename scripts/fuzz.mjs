import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';

// Calls every procedure with random input, on both engines, and prints what it found.
// npm run fuzz -- --calls 5000 [--engine sqlite|postgres] [--seed 7]
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    seed: { type: 'string', default: '1' },
  },
});
for (const number of [values.calls, values.seed])
  if (!/^[1-9]\d*$/.test(number)) throw new Error('--calls and --seed must be positive integers');

let failed = 0;
for (const engine of values.engine) {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    engine,
    'src-server/whole-bank/fuzz.test.ts',
  ];
  const env = { ...process.env, FUZZ_CALLS: values.calls, FUZZ_SEED: values.seed };
  if (spawnSync(process.execPath, args, { stdio: 'inherit', env }).status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
