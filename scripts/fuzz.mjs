import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';

// Asks every procedure of the bank whatever comes to mind, on both engines, and prints what came of it.
// npm run fuzz -- --calls 5000 [--engine sqlite|postgres] [--seed 7]
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    seed: { type: 'string', default: '1' },
  },
});
for (const number of [values.calls, values.seed])
  if (!/^[1-9]\d*$/.test(number)) throw new Error('--calls and --seed are numbers from 1');

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
