/**
 * `npm run tests:list`: one line per test: project, command (`test` or `prove`), file, name.
 * `-- --since REV`: what became of each test since a commit, by docs/moved-tests.tsv. Exits with 1 if one is
 * missing without a reason.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { TEST_TAGS } from './test-plan.mjs';

const PROJECTS = ['unit', 'sqlite', 'postgres', 'e2e'];
const MOVES = 'docs/moved-tests.tsv';
const since = process.argv[process.argv.indexOf('--since') + 1];

if (process.argv.includes('--since')) compare(testsAt(since), testsIn('.'));
else
  for (const { project, runs, file, name } of testsIn('.'))
    console.log([project, runs, file, name].join('\t'));

function testsIn(folder) {
  return PROJECTS.flatMap((project) => {
    const all = collected(folder, project);
    const tags = project === 'sqlite' ? '!prove && !release' : TEST_TAGS[project];
    const quick = new Set(collected(folder, project, tags).map(keyOf));
    return all.map((test) => ({ ...test, runs: quick.has(keyOf(test)) ? 'test' : 'prove' }));
  });
}

function collected(folder, project, tags = null) {
  const out = mkdtempSync(join(tmpdir(), 'valebank-tests-'));
  const file = join(out, 'tests.json');
  const filter = tags ? [`--tags-filter=${tags}`] : [];
  const args = ['list', '--project', project, `--json=${file}`, ...filter];
  const { status, stderr } = spawnSync('node_modules/.bin/vitest', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && !existsSync(file)) throw new Error(`${project}: ${stderr}`);
  const tests = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(out, { recursive: true });
  return tests.map((test) => ({ project, name: test.name, file: relative(resolve(folder), test.file) }));
}

function keyOf({ project, file, name }) {
  return `${project}\t${file}\t${name}`;
}

function testsAt(rev) {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-before-'));
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, rev], { stdio: 'ignore' });
  try {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    return PROJECTS.flatMap((project) => collected(folder, project));
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder]);
  }
}

/** One line per earlier test: what became of it ('same', a reason, 'another file' or 'GONE'), and where it is now. */
function compare(before, now) {
  const byKey = new Map(now.map((test) => [keyOf(test), test]));
  const byPlace = new Map(now.map((test) => [`${test.file}\t${test.name}`, test]));
  const byName = new Map(now.map((test) => [test.name, test]));
  const moves = readMoves();
  const counts = {};
  for (const test of before) {
    const move = moves.get(`${test.file}\t${test.name}`);
    const [found, what] = whereIs(test, move, { byKey, byPlace, byName });
    counts[what] = (counts[what] ?? 0) + 1;
    const place = found
      ? `${found.project}\t${found.runs}\t${found.file}\t${found.name}`
      : (move?.reason ?? '');
    console.log(`${what}\t${keyOf(test)}\t→\t${place}`);
  }
  console.log(JSON.stringify({ before: before.length, now: now.length, ...counts }));
  process.exit(counts.GONE ? 1 : 0);
}

function whereIs(test, move, { byKey, byPlace, byName }) {
  const same = byKey.get(keyOf(test));
  if (same) return [same, 'same'];
  const other = byPlace.get(`${test.file}\t${test.name}`);
  if (other) return [other, 'once, not on each engine'];
  const moved =
    move &&
    (byKey.get(`${test.project}\t${move.file}\t${move.name}`) ?? byPlace.get(`${move.file}\t${move.name}`));
  if (moved) return [moved, move.reason || 'renamed'];
  if (move?.reason && !move.name) return [null, 'replaced'];
  const elsewhere = byName.get(test.name);
  return elsewhere ? [elsewhere, 'another file'] : [null, 'GONE'];
}

/** Columns: old file, old name, new file (empty: the old one), new name (empty: replaced by other tests), reason. */
function readMoves() {
  if (!existsSync(MOVES)) return new Map();
  const rows = readFileSync(MOVES, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return new Map(
    rows.map((row) => {
      const [oldFile, oldName, file, name, reason] = row.split('\t');
      return [`${oldFile}\t${oldName}`, { file: file || oldFile, name, reason }];
    }),
  );
}
