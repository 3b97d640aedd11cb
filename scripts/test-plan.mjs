import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * What each command runs, by the tags of vitest.config.ts; docs/testing.md has the table.
 *
 * A step is `{ name, command, args, lane }`. The steps of a lane follow one another; the lane `waits` runs beside the
 * lane `computes`, whose steps use both cores by themselves.
 */

const TYPE_ZONES = ['domain', 'server', 'web', 'e2e'];
/** tsc writes here what it found, so that the next run looks at what changed. */
const TYPES_CACHE = 'node_modules/.cache/types';
const ENGINES = ['sqlite', 'postgres'];

/** The tags of the tests that `npm test` runs of each project. */
export const TEST_TAGS = {
  unit: '!prove',
  sqlite: '!prove && !waits',
  postgres: 'postgres && !prove && !waits',
  e2e: '!prove',
};

/** `mode`: 'test' (`npm test`), 'prove' (what it leaves out) or 'all' (a landing: both, nothing twice). */
export function planOf(mode, reports) {
  const vitest = (name, lane, tags, files) =>
    vitestStep({ name, lane, tags, files, reports, more: files ? ['--passWithNoTests'] : [] });
  const waits = tagged('waits');
  if (mode === 'test')
    return [
      vitest('sqlite', 'waits', 'waits && !prove', waits),
      ...typeSteps(),
      lintStep(),
      vitest('unit', 'computes', TEST_TAGS.unit),
      vitest('sqlite', 'computes', TEST_TAGS.sqlite),
      vitest('postgres', 'computes', TEST_TAGS.postgres, serverFiles(hasPostgres)),
      vitest(
        'e2e',
        'computes',
        TEST_TAGS.e2e,
        e2eFiles((tags) => !tags.includes('prove')),
      ),
    ];
  const waiting = ENGINES.map((engine) => vitest(engine, 'waits', 'waits', waits));
  if (mode === 'all')
    return [
      ...waiting,
      ...typeSteps(),
      lintStep(),
      // A landing runs everything beside chaos and kill: what fails once there is tried once more, and vitest prints it.
      ...['unit', ...ENGINES, 'e2e'].map((name) =>
        vitestStep({ name, tags: '!waits', reports, more: ['--retry=1'] }),
      ),
    ];
  const proofs = '(prove || scaled) && !waits';
  return [
    ...waiting,
    vitest('unit', 'computes', proofs, unitFiles(hasProof)),
    vitest('sqlite', 'computes', proofs, serverFiles(hasProof)),
    vitest(
      'postgres',
      'computes',
      '(prove || scaled || !postgres) && !waits',
      serverFiles((text) => hasProof(text) || !moduleTags(text).includes('postgres')),
    ),
    vitest(
      'e2e',
      'computes',
      'prove || scaled',
      e2eFiles((_, text) => hasProof(text)),
    ),
  ];
}

/** The type check of each zone of the project, each with its own view of the platform. */
export const typeSteps = (zones = TYPE_ZONES) =>
  zones.map((zone) => ({
    name: `types of ${zone}`,
    lane: 'computes',
    command: process.execPath,
    args: [
      'node_modules/typescript/bin/tsc',
      '-p',
      `tsconfig.${zone}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      `${TYPES_CACHE}/${zone}.tsbuildinfo`,
    ],
  }));

export const lintStep = (files = ['.']) => ({
  name: 'lint',
  lane: 'computes',
  command: 'node_modules/.bin/biome',
  args: ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
});

/** A project of vitest.config.ts, or the files given of it; its report goes to `reports`. */
export const vitestStep = ({ name, lane = 'computes', tags, files = [], reports, more = [] }) => ({
  name: lane === 'waits' ? `${name}, what waits` : name,
  lane,
  command: 'node_modules/.bin/vitest',
  args: [
    'run',
    ...files,
    '--project',
    name,
    ...(tags ? [`--tags-filter=${tags}`] : []),
    '--reporter=default',
    ...(reports ? ['--reporter=json', `--outputFile.json=${join(reports, `${name}-${lane}.json`)}`] : []),
    ...more,
  ],
});

const hasProof = (text) => /proofScale\(|\btags: \[|@module-tag (prove|scaled)\b/i.test(text);
/** Whole files, single tests, and every race. */
const hasPostgres = (text) => /@module-tag postgres\b|tags: \[.*'postgres'|\brace(Test)?\(/.test(text);
const moduleTags = (text) => [...text.matchAll(/@module-tag ([\w-]+)/g)].map(([, tag]) => tag);

const testFiles = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((file) => /\.test\.tsx?$/.test(file)),
  );
const filesWhere = (folders, isWanted) =>
  testFiles(folders).filter((file) => isWanted(readFileSync(file, 'utf8')));

const serverFiles = (isWanted) => filesWhere(['db', 'src-server', 'bench'], isWanted);
const unitFiles = (isWanted) => filesWhere(['src-server', 'src', 'scripts'], isWanted);
const tagged = (tag) => serverFiles((text) => moduleTags(text).includes(tag));
const e2eFiles = (isWanted) => filesWhere(['e2e'], (text) => isWanted(moduleTags(text), text));
