import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * What each command runs, by the tags of vitest.config.ts; docs/testing.md has the table.
 * A step is `{ name, command, args, lane }`. Lanes run in parallel: `code` runs tests inside vitest,
 * `processes` those with servers and browsers, which mostly wait. In `npm test` it also runs those on PostgreSQL, so that
 * both lanes take about as long.
 */

const TYPE_ZONES = ['domain', 'server', 'web', 'e2e'];
const TYPES_CACHE = 'node_modules/.cache/types';
const ENGINES = ['sqlite', 'postgres'];

export const TEST_TAGS = {
  unit: '!prove && !release',
  sqlite: '!prove && !release && !processes',
  postgres: 'postgres && !prove && !release && !processes',
  e2e: '!prove && !release',
};

/**
 * `mode`: 'test' (`npm test`), 'prove' (what it leaves out) or 'all' (`.ci/run`: both without `release`, nothing twice, but on
 * PostgreSQL only tests with a tag of its own).
 */
export function planOf(mode, reports) {
  const vitest = (name, lane, tags, files) =>
    vitestStep({ name, lane, tags, files, reports, more: files ? ['--passWithNoTests'] : [] });
  const starters = tagged('processes');
  if (mode === 'test')
    return [
      ...typeSteps(),
      lintStep(),
      vitest('unit', 'code', TEST_TAGS.unit),
      vitest('sqlite', 'code', TEST_TAGS.sqlite),
      vitest('sqlite', 'processes', 'processes && !prove && !release', starters),
      vitest(
        'e2e',
        'processes',
        TEST_TAGS.e2e,
        e2eFiles((tags) => !tags.includes('prove') && !tags.includes('release')),
      ),
      vitest('postgres', 'processes', TEST_TAGS.postgres, serverFiles(hasPostgres)),
    ];
  const starterSteps = (tags) => ENGINES.map((engine) => vitest(engine, 'processes', tags, starters));
  if (mode === 'all')
    return [
      ...typeSteps(),
      lintStep(),
      duplicatesStep(),
      ...['unit', 'sqlite'].map((name) => vitestStep({ name, tags: '!processes && !release', reports })),
      // The other tests are those of SQLite once more: `npm run prove` runs them here too.
      vitest(
        'postgres',
        'code',
        '(postgres || scaled || postgresInCi) && (!prove || postgresInCi) && !processes && !release',
        serverFiles(
          (text) => hasPostgres(text) || hasProof(text) || moduleTags(text).includes('postgresInCi'),
        ),
      ),
      ...starterSteps('processes && !release'),
      // Browsers on a busy machine: a failure is retried once, and the run's end says so.
      vitestStep({ name: 'e2e', lane: 'processes', tags: '!release', reports, more: ['--retry=1'] }),
    ];
  const proofs = '(prove || release || scaled) && !processes';
  return [
    ...starterSteps('processes'),
    vitest('unit', 'code', proofs, unitFiles(hasProof)),
    vitest('sqlite', 'code', proofs, serverFiles(hasProof)),
    vitest(
      'postgres',
      'code',
      '(prove || release || scaled || !postgres) && !processes',
      serverFiles((text) => hasProof(text) || !moduleTags(text).includes('postgres')),
    ),
    vitest(
      'e2e',
      'processes',
      'prove || release || scaled',
      e2eFiles((_, text) => hasProof(text)),
    ),
  ];
}

export const typeSteps = (zones = TYPE_ZONES) =>
  zones.map((zone) => ({
    name: `types of ${zone}`,
    lane: 'code',
    command: process.execPath,
    args: [
      'node_modules/typescript/bin/tsc',
      '-p',
      `tsconfig.${zone}.json`,
      '--incremental',
      // Further checkers derive the same types again, which doubles the processor time on two cores.
      '--checkers',
      '1',
      '--tsBuildInfoFile',
      `${TYPES_CACHE}/${zone}.tsbuildinfo`,
    ],
  }));

export const lintStep = (files = ['.']) => ({
  name: 'lint',
  lane: 'code',
  command: 'node_modules/.bin/biome',
  args: ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
});

export const duplicatesStep = () => ({
  name: 'duplicates',
  lane: 'code',
  command: process.execPath,
  args: ['scripts/duplicates.mjs'],
});

export const vitestStep = ({ name, lane = 'code', tags, files = [], reports, more = [] }) => ({
  name: tags?.startsWith('processes') ? `${name}, what starts processes` : name,
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

const hasProof = (text) => /proofScale\(|\btags:|@module-tag (prove|release|scaled)\b/i.test(text);
/** Whole files, single tests, and all races. */
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

const serverFiles = (isWanted) => filesWhere(['db', 'simulator', 'src-server', 'bench'], isWanted);
const unitFiles = (isWanted) => filesWhere(['simulator', 'src-server', 'src', 'scripts'], isWanted);
const tagged = (tag) => serverFiles((text) => moduleTags(text).includes(tag));
const e2eFiles = (isWanted) => filesWhere(['e2e'], (text) => isWanted(moduleTags(text), text));
