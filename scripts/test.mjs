/** `npm test`, also on a fresh clone; `--prove` runs what it leaves out, `--all` both. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import process from 'node:process';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { ensureMachine, findChromium, findPostgres, versionOf } from './machine.mjs';
import { runLanes, seconds } from './run-lanes.mjs';
import { planOf } from './test-plan.mjs';

ensureInstalled();
const mode = ['prove', 'all'].find((name) => process.argv.includes(`--${name}`)) ?? 'test';
for (const line of ensureMachine({ withProxy: mode !== 'test' })) console.log(line);
const chromium = findChromium();
const postgres = findPostgres();
if (!chromium || (!postgres && process.env.REQUIRE_POSTGRES)) process.exit(1);
console.log(
  `Node ${process.version} · ${versionOf(chromium)} · ${postgres ? versionOf(join(postgres, 'postgres')) : 'PGlite in place of PostgreSQL'}`,
);

const began = Date.now();
ensureBuilt();
const builtInSeconds = seconds(began);
mkdirSync('node_modules/.cache/types', { recursive: true });
const reports = mkdtempSync(join(tmpdir(), 'valebank-test-'));
const env = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  ...(mode !== 'test' && { PROVE: process.env.PROVE ?? (mode === 'all' ? 'merge' : '1') }),
};
const results = [
  { name: 'build', isOk: true, took: builtInSeconds },
  ...(await runLanes(planOf(mode, reports), env)),
];
const counts = count();
rmSync(reports, { recursive: true, force: true });

const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name);
console.log(
  results.map(({ name, isOk, took }) => `${isOk ? 'ok    ' : 'FAILED'} ${name} (${took} s)`).join('\n'),
);
console.log(failed.length ? `Failed: ${failed.join(', ')}` : `All passed in ${seconds(began)} s`);
for (const line of counts.failures) console.log(line);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} not run`);
process.exit(failed.length ? 1 : 0);

/** `skipped` counts tests of another command or engine; `failures`: one line each, also for what passed at its second try. */
function count() {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of readdirSync(reports)) {
    const report = JSON.parse(readFileSync(join(reports, file), 'utf8'));
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests;
    const step = basename(file, '.json');
    total.failures.push(...report.testResults.flatMap(failuresIn).map((failure) => `${step}: ${failure}`));
  }
  return total;
}

/** A file that fails outside its tests has a message of its own. */
function failuresIn({ name, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
  return [
    ...(message ? [`${file}: ${firstLine(message)}`] : []),
    ...tests.map(({ fullName, failureMessages, status }) => {
      const when = status === 'failed' ? '' : ' (passed at its second try)';
      return `${file}: ${fullName}${when}: ${firstLine(failureMessages[0])}${placeIn(failureMessages[0], file)}`;
    }),
  ];
}

function firstLine(text = '') {
  return text.split('\n', 1)[0].slice(0, 500);
}

/** The innermost line of the test's own file in a stack: which step of a long test failed. */
function placeIn(stack, file) {
  const place = stack.match(new RegExp(`${file}:(\\d+)`));
  return place ? ` (line ${place[1]})` : '';
}
