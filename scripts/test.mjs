/** `npm test`: everything, on a clone with nothing installed. Prints what each part took and one closing line. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { ensureMachine, findChromium, findPostgres, versionOf } from './machine.mjs';

ensureInstalled();
for (const line of ensureMachine()) console.log(line);
const chromium = findChromium();
const postgres = findPostgres();
if (!chromium || (!postgres && process.env.REQUIRE_POSTGRES)) process.exit(1);
console.log(
  `Node ${process.version} · ${versionOf(chromium)} · ${postgres ? versionOf(join(postgres, 'postgres')) : 'PGlite in place of PostgreSQL'}`,
);

const reports = mkdtempSync(join(tmpdir(), 'valebank-test-'));
const tsc = (zone) => ['types', process.execPath, ['node_modules/typescript/bin/tsc', '-p', zone]];
const vitest = (project, ...more) => [
  project,
  'node_modules/.bin/vitest',
  [
    'run',
    ...more,
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ],
];
const prove = process.argv.includes('--prove');
// The longest wait for a provider more than they compute: three at a time.
const proofs = (project) => vitest(project, ...longProofs(), '--maxWorkers=3');
const steps = prove
  ? [proofs('sqlite'), proofs('postgres')]
  : [
      tsc('tsconfig.domain.json'),
      tsc('tsconfig.server.json'),
      tsc('tsconfig.web.json'),
      tsc('tsconfig.e2e.json'),
      ['lint', 'node_modules/.bin/biome', ['ci', '--error-on-warnings', '.']],
      vitest('unit'),
      vitest('sqlite'),
      vitest('postgres'),
      vitest('e2e'),
    ];

const failed = [];
const began = Date.now();
for (const [name, command, args] of steps) {
  const start = Date.now();
  if (name === 'e2e') ensureBuilt();
  const env = { ...process.env, CHROMIUM_PATH: chromium, ...(prove ? { PROVE: '1' } : {}) };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(start)} s)`);
  if (status !== 0) failed.push(name);
}
const counts = count();
rmSync(reports, { recursive: true, force: true });
console.log(
  failed.length
    ? `Failed: ${failed.join(', ')} (${seconds(began)} s in all)`
    : `All passed in ${seconds(began)} s`,
);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failed.length ? 1 : 0);

/** The test files whose proofs `npm test` runs at a twentieth. */
function longProofs() {
  return ['db', 'src-server']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => file.endsWith('.test.ts') && /proofScale\(/i.test(readFileSync(file, 'utf8')));
}

function count() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const project of ['unit', 'sqlite', 'postgres', 'e2e']) {
    const file = join(reports, `${project}.json`);
    if (!existsSync(file)) continue;
    const report = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests;
  }
  return total;
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}
