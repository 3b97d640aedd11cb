import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** Finds Chromium, PostgreSQL and nginx, or installs them if possible. */

/** Preferred: the headless shell costs a third less and is Playwright's default. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const CHROMIUM_NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const MAC_CHROMIUM = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Null if missing. CHROMIUM_PATH wins. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return onPath(CHROMIUM_NAMES) ?? (existsSync(MAC_CHROMIUM) ? MAC_CHROMIUM : null);
}

export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...pathFolders(),
    '/opt/homebrew/bin',
  ];
  return (
    folders.find((folder) => executable(join(folder, 'initdb')) && executable(join(folder, 'postgres'))) ??
    null
  );
}

export function findNginx() {
  const debian = '/usr/sbin/nginx';
  return onPath(['nginx']) ?? (executable(debian) ? debian : null);
}

/** Needs Debian and root. Returns instructions for what is still missing; nginx only `withProxy`. */
export function ensureMachine({ withProxy = false } = {}) {
  const missing = [];
  if (!findChromium() && !aptInstall([HEADLESS_SHELL]) && !aptInstall(['chromium']))
    missing.push('Chromium is missing: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  if (!findPostgres() && !installPostgres())
    missing.push(
      'PostgreSQL is missing: install it (Debian: apt-get install postgresql); until then PGlite stands in and the races it cannot run are skipped.',
    );
  // At runlevel 1 Debian starts no service; the tests run their own nginx.
  if (withProxy && !findNginx() && !aptInstall(['nginx'], { RUNLEVEL: '1' }))
    missing.push(
      'nginx is missing: install it (Debian: apt-get install nginx); until then the proofs of deploy/ are skipped.',
    );
  return missing;
}

function installPostgres() {
  if (!isDebianRoot() || !aptInstall(['postgresql-common'])) return false;
  // The tests run their own cluster, so the package must not create one.
  writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  return aptInstall(['postgresql']) && findPostgres() !== null;
}

function aptInstall(packages, more = {}) {
  if (!isDebianRoot()) return false;
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...more };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  return spawnSync('apt-get', install, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath(['apt-get']) !== null;
}

function onPath(names) {
  for (const name of names) {
    const folder = pathFolders().find((candidate) => executable(join(candidate, name)));
    if (folder) return join(folder, name);
  }
  return null;
}

const pathFolders = () => (process.env.PATH ?? '').split(delimiter);

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function versionOf(program) {
  try {
    return execFileSync(program, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'version unknown';
  }
}
