/** `npm run check`: types, lint and unit tests; `-- --changed` checks only what differs from the last commit. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import process from 'node:process';
import { ensureInstalled } from './ensure.mjs';
import { runTogether, seconds } from './run-lanes.mjs';
import { duplicatesStep, lintStep, typeSteps, vitestStep } from './test-plan.mjs';

const ZONES_OF = [
  [/^src-server\/domain\//, ['domain', 'server', 'web']],
  [/^src\//, ['web']],
  [/^e2e\//, ['e2e']],
  [/^(src-server|db|simulator)\//, ['server', 'web', 'e2e']],
  [/^(scripts|bench)\/|^[^/]+\.config\.ts$/, ['server', 'e2e']],
  [/^(package-lock|tsconfig.*)\.json$/, ['domain', 'server', 'web', 'e2e']],
];

ensureInstalled();
mkdirSync('node_modules/.cache/types', { recursive: true });
const began = Date.now();
const results = await runTogether(process.argv.includes('--changed') ? stepsOfChanged() : everyStep());
const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name);
console.log(failed.length ? `Failed: ${failed.join(', ')}` : `All passed in ${seconds(began)} s`);
process.exit(failed.length ? 1 : 0);

/** Unit tests that answer within a second, given earlier transforms. */
function unitStep(more = []) {
  return vitestStep({
    name: 'unit',
    tags: '!prove && !release && !slow',
    more: ['--experimental.fsModuleCache', ...more],
  });
}

function everyStep() {
  return [...typeSteps(), lintStep(), duplicatesStep(), unitStep()];
}

function stepsOfChanged() {
  const files = changedFiles();
  const zones = new Set(
    ZONES_OF.flatMap(([path, zones]) => (files.some((file) => path.test(file)) ? zones : [])),
  );
  if (files.length === 0) return [];
  const sources = files.filter((file) => /\.(ts|tsx|mjs|json)$/.test(file) && existsSync(file));
  return [
    ...typeSteps([...zones]),
    ...(sources.length > 0 ? [lintStep(sources)] : []),
    unitStep(['--changed', '--passWithNoTests']),
    // These tests read project files without importing them, so they always run.
    vitestStep({ name: 'unit', files: ['scripts/house-rules.test.ts', 'scripts/docs.test.ts'] }),
  ];
}

function changedFiles() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}
