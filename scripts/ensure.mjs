import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Installs packages and builds the web client, each only if something changed. */

const INSTALL_STAMP = '.valebank-install';
const BUILD_STAMP = 'dist/.valebank-build';
const BUILD_SOURCES = [
  'src',
  'src-server',
  'db/schema',
  'db/kit',
  'db/db.ts',
  'db/schema.ts',
  'public',
  'index.html',
  'landing.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/compress.mjs',
]; // prettier-ignore

export function ensureInstalled(folder = '.') {
  requireNode();
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  const wanted = digest([process.version, process.platform, process.arch, lockfile]);
  const stamp = join(folder, 'node_modules', INSTALL_STAMP);
  if (readStamp(stamp) === wanted) return;
  console.log('Instalando as dependências (só quando o package-lock.json muda) …');
  run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

export function ensureBuilt() {
  const wanted = digest(BUILD_SOURCES.flatMap(sourceFiles).flatMap((path) => [path, readFileSync(path)]));
  if (readStamp(BUILD_STAMP) === wanted) return;
  console.log('Construindo as telas (só quando as fontes mudam) …');
  // The server's own mode may be development: screens built for it are too large.
  run('npm', ['run', '--silent', 'build'], { NODE_ENV: 'production' });
  mkdirSync('dist', { recursive: true });
  writeFileSync(BUILD_STAMP, wanted);
}

/** On failure exits with the command's status. */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return;
  console.error(
    `O ValeBank precisa do Node 24 ou mais novo, do 22 a partir do 22.13 ou do 20 a partir do 20.19; este é o ${process.version}.`,
  );
  process.exit(1);
}

/** Files below a path, sorted, without tests, which do not affect the build. */
function sourceFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile())
    .sort();
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

const readStamp = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
