/** Fails if the gzipped size of what a visitor loads exceeds its budget. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const FOLDER = 'dist/client';
const KB = 1000;
const ENTRY = 'index.html';
const LANDING = 'landing.html';

/** In kB: the public page, and its scripts before the first interaction. */
const LANDING_HTML_KB = 25;
const LANDING_SCRIPTS_KB = 15;
/** In kB: the worker that reads codes with its WebAssembly, loaded when the first code is read. */
const READER_KB = 520;
/** In kB: what draws the pages of a PDF, loaded when a first one is read. */
const PDF_KB = 540;
/** In kB: the main chunk · the login before typing · what a portal screen adds. */
const MAIN_KB = 120;
const LOGIN_KB = 190;
const SCREEN_KB = 60;

const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8'));

function scriptsOf(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`chunk ${key} not found in the build`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(imported, seen);
  return seen;
}

const weights = new Map();
function weightOf(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length);
  return weights.get(file);
}

const kilobytes = (files) => [...files].reduce((sum, file) => sum + weightOf(file), 0) / KB;

const started = scriptsOf(ENTRY);
const added = (...keys) =>
  new Set(keys.flatMap((key) => [...scriptsOf(key)]).filter((file) => !started.has(file)));

const ROUTE = /(client|admin)Screen\(\s*'([^']+)',\s*'\w+',\s*\(\) => import\('\.\/([^']+)'/g;
const portals = [...readFileSync('src/routes.tsx', 'utf8').matchAll(ROUTE)].map(([, portal, name, page]) => ({
  name: `${portal}/${name}`,
  files: added('src/shell/shell.tsx', `src/${page}`),
  limit: SCREEN_KB,
}));
if (portals.length < 20) throw new Error(`${portals.length} screens found in src/routes.tsx`);
const reader = readdirSync(join(FOLDER, 'assets'))
  .filter((name) => /^(code-worker-.*\.js|zxing_reader-.*\.wasm)$/.test(name))
  .map((name) => `assets/${name}`);
if (reader.length !== 2) throw new Error(`the reader of codes should be two files: ${reader}`);
const pdf = 'src/shared-codes/pdf-pages.ts';
const rows = [
  { name: 'public page', files: [LANDING], limit: LANDING_HTML_KB },
  { name: 'public page, scripts', files: ['theme.js', ...scriptsOf(LANDING)], limit: LANDING_SCRIPTS_KB },
  { name: 'main chunk', files: [manifest[ENTRY].file], limit: MAIN_KB },
  { name: 'login, first tab', files: [...started, ...added('src/login/login-page.tsx')], limit: LOGIN_KB },
  { name: 'reader of codes', files: reader, limit: READER_KB },
  { name: 'pages of a PDF', files: [...added(pdf), ...manifest[pdf].assets], limit: PDF_KB },
  ...portals,
].map(({ name, files, limit }) => ({ name, weight: kilobytes(files), limit }));

const HASHED = /-[\w-]{7,8}\.\w{1,8}$/;
const unhashed = Object.values(manifest).filter(
  ({ file }) => file.startsWith('assets/') && !HASHED.test(file),
);
if (unhashed.length > 0)
  throw new Error(
    `names without a hash, which static-files.ts would not let browsers keep: ${unhashed[0].file}`,
  );

const tooHeavy = rows.filter(({ weight, limit }) => weight > limit);
const first = rows.slice(0, -portals.length);
const heaviest = rows.slice(first.length).sort((a, b) => b.weight - a.weight)[0];
for (const { name, weight, limit } of new Set([...first, heaviest, ...tooHeavy]))
  console.log(`${weight > limit ? 'TOO HEAVY ' : ''}${name}: ${weight.toFixed(1)} kB gzip of ${limit}`);
if (tooHeavy.length > 0) process.exit(1);
