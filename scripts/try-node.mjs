/**
 * `npm run try-node -- 24 [files …]`: builds the project and runs unit and SQLite on another Node, fetched from npm (where the
 * package of a platform has its headers, too), in a copy of the work tree with packages of its own. Prints one line.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { seconds } from './run-lanes.mjs';
import { TEST_TAGS, vitestStep } from './test-plan.mjs';

const [major = '', ...files] = process.argv.slice(2);
if (!/^\d+$/.test(major)) {
  console.error('Which Node? npm run try-node -- 24');
  process.exit(1);
}
/** From 24.19 on Node's headers make better-sqlite3 12, compiled with them, abort when statements are collected. */
const HEADERS = { 24: '24.18' };
const node = install(major);
const env = {
  ...process.env,
  PATH: [join(node, 'bin'), process.env.PATH].join(delimiter),
  // Addons are compiled against headers of this major version, not those of the Node that runs this.
  npm_config_nodedir: install(HEADERS[major] ?? major),
};
const version = execFileSync(join(node, 'bin/node'), ['--version'], { encoding: 'utf8' }).trim();
const copy = mkdtempSync(join(tmpdir(), `valebank-node-${major}-`));
try {
  copyWorkTree(copy);
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  run('npm', ['run', '--silent', 'build']);
  const results = ['unit', 'sqlite'].map(tryProject);
  const told = results.map(
    ({ name, passed, failed, took }) => `${name} ${passed} passed, ${failed} failed (${took} s)`,
  );
  console.log(`Node ${version}: ${told.join('; ')}`);
  process.exitCode = results.every(({ isOk }) => isOk) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** The folder of the newest Node of a version ('24', '24.18'), kept in the temporary folder. */
function install(wanted) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(tmpdir(), `valebank-node-${wanted}`);
  const node = join(folder, 'node_modules', name);
  if (existsSync(join(node, 'include/node/node.h'))) return node;
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${wanted}`], { stdio: 'inherit' });
  return node;
}

/** A clone, which the house rules ask git about, with what is not committed. */
function copyWorkTree(folder) {
  execFileSync('git', ['clone', '--quiet', '.', folder]);
  const listed = (...flags) =>
    execFileSync('git', ['ls-files', '-z', ...flags], { encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
  for (const path of listed('--deleted')) rmSync(join(folder, path), { force: true });
  for (const path of listed('--modified', '--others', '--exclude-standard')) {
    if (!existsSync(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: copy, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed on Node ${version}`);
}

/** What `npm test` runs of a project, or these files of it. */
function tryProject(name) {
  const began = Date.now();
  const { command, args } = vitestStep({
    name,
    tags: TEST_TAGS[name],
    files,
    reports: copy,
    more: files.length > 0 ? ['--passWithNoTests'] : [],
  });
  const { status } = spawnSync(command, args, { cwd: copy, env, stdio: 'inherit' });
  const path = join(copy, `${name}-code.json`);
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report;
  return { name, passed, failed, isOk: status === 0, took: seconds(began) };
}
