/** `npm run try-node -- 24 [files …]`: builds and tests a copy of the work tree on another Node version from npm. */
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
/** Compiled with the headers of Node 24.19 or newer, better-sqlite3 12 aborts on garbage collection. */
const HEADERS = { 24: '24.18' };
const node = install(major);
const env = {
  ...process.env,
  PATH: [join(node, 'bin'), process.env.PATH].join(delimiter),
  // Addons need headers of this major version, not of the running Node.
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

/** A clone, because the house rules ask git, plus uncommitted changes. */
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
