import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Handler } from 'hono';
import { isScreen } from '#domain/places';
import { Refusal } from '#domain/refusal';
import { type HttpEnv, isForPrograms, methodNotAllowed, refusalResponse } from '#server/http/http';
import { CODE_WORKER_POLICY, isCodeWorker } from '#server/http/security-headers';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

const ENCODINGS = [
  { name: 'br', ending: '.br', compress: brotliCompressSync },
  { name: 'gzip', ending: '.gz', compress: gzipSync },
] as const;

/** Placeholder for the public address, which the build does not know and link previews need in full. */
const ORIGIN_MARK = Buffer.from('__APP_ORIGIN__');
const MAY_NAME_ORIGIN = ['.html', '.txt', '.xml'];

const YEAR_SECONDS = 31_536_000;
/** Vite hashes the names below /assets, with seven or eight characters. */
const isHashed = (address: string): boolean =>
  address.startsWith('/assets/') && /-[\w-]{7,8}\.\w{1,8}$/.test(address);

type StaticFile = {
  plain: Uint8Array<ArrayBuffer>;
  compressed: Map<'br' | 'gzip', Uint8Array<ArrayBuffer>>;
  type: string;
  etag: string;
  cacheControl: string;
};

function readFolder(folder: string, appOrigin: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const parts = relative(folder, path).split(sep);
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type || parts.some((part) => part.startsWith('.'))) continue;
    const address = `/${parts.join('/')}`;
    const contents = readCopies(path, appOrigin);
    files.set(address, {
      ...contents,
      type,
      etag: createHash('sha256').update(contents.plain).digest('base64url').slice(0, 22),
      cacheControl: isHashed(address) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    });
  }
  return files;
}

function readCopies(path: string, appOrigin: string): Pick<StaticFile, 'plain' | 'compressed'> {
  const built = readFileSync(path);
  const namesOrigin = MAY_NAME_ORIGIN.includes(extname(path)) && built.includes(ORIGIN_MARK);
  const plain = namesOrigin ? built.toString().replaceAll(ORIGIN_MARK.toString(), appOrigin) : built;
  const compressed: StaticFile['compressed'] = new Map();
  for (const { name, ending, compress } of ENCODINGS) {
    if (!existsSync(path + ending)) continue;
    compressed.set(name, new Uint8Array(namesOrigin ? compress(plain) : readFileSync(path + ending)));
  }
  return { plain: new Uint8Array(Buffer.from(plain)), compressed };
}

/** Whether Accept-Encoding names the encoding or `*`, without q=0. */
function accepts(header: string, encoding: string): boolean {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight ? Number(weight.slice(2)) : 1] as const;
    }),
  );
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}

/**
 * Serves only files read at the start, so that no path leaves the folder; index.html for every page address, with 404
 * where there is no such screen.
 */
export function staticFiles(folder: string, appOrigin: string): Handler<HttpEnv> {
  const files = readFolder(folder, appOrigin);
  return (c) => {
    const { method, path } = c.req;
    if (isForPrograms(path)) return refusalResponse(c, new Refusal('ROUTE_NOT_FOUND'));
    const isPage = !path.includes('/.') && !path.slice(path.lastIndexOf('/')).includes('.');
    const landing = path === '/' ? files.get('/landing.html') : undefined;
    const own = landing ?? files.get(path);
    const file = own ?? (isPage ? files.get('/index.html') : undefined);
    if (!file) return refusalResponse(c, new Refusal('ROUTE_NOT_FOUND'));
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(c, ['GET', 'HEAD']);

    const status = own || path === '/' || isScreen(path) ? 200 : 404;
    const wanted = c.req.header('accept-encoding') ?? '';
    const encoding = ENCODINGS.find(({ name }) => file.compressed.has(name) && accepts(wanted, name))?.name;
    const etag = `"${file.etag}-${encoding ?? 'identity'}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', file.cacheControl);
    c.header('Vary', 'Accept-Encoding');
    if (isCodeWorker(path)) c.header('Content-Security-Policy', CODE_WORKER_POLICY);
    if (status === 200 && c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304);
    if (encoding) c.header('Content-Encoding', encoding);
    const bytes = (encoding && file.compressed.get(encoding)) ?? file.plain;
    return c.body(bytes, status, { 'Content-Type': file.type });
  };
}
