import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import { openLog } from '#server/kernel/log';
import type { HttpEnv } from './http.ts';
import { staticFiles } from './static-files.ts';

const ORIGIN = 'https://bank.example';
const outside = mkdtempSync(join(tmpdir(), 'valebank-static-'));
const folder = join(outside, 'client');
afterAll(() => rmSync(outside, { recursive: true, force: true }));

const files: Record<string, string> = {
  'client/index.html': '<title>app</title>',
  'client/theme.js': 'theme',
  'client/assets/main-BcD3_fGh.js': 'main',
  'client/assets/main-BcD3_fGh.js.br': 'main in brotli',
  'client/assets/main-BcD3_fGh.js.gz': 'main in gzip',
  'client/sitemap.xml': '<loc>__APP_ORIGIN__/</loc><loc>__APP_ORIGIN__/verificar</loc>',
  'client/sitemap.xml.br': 'of the build',
  'client/sitemap.xml.gz': 'of the build',
  'client/.vite/manifest.json': 'hidden',
  'client/.env': 'hidden',
  'client/assets/pix-BcD3_fG.js': 'seven characters',
  'client/assets/.secret.js': 'hidden',
  'secret.txt': 'outside',
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(outside, path, '..'), { recursive: true });
  writeFileSync(join(outside, path), text);
}

const app = new Hono<HttpEnv>();
app.use(async (c, next) => {
  c.set('log', openLog('silent'));
  await next();
});
app.all('*', staticFiles(folder, ORIGIN));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers });

describe('static files', () => {
  test.each(['/', '/login', '/client/dashboard', '/verificar/ABC123'])(
    'the path %s serves the application',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('<title>app</title>');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test.each(['/nao-existe', '/client', '/client/nao-existe', '/admin/clients/history', '/verificar/A/B'])(
    'the path %s, which no screen has, serves the application with 404',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([404, '<title>app</title>']);
      const etag = answer.headers.get('etag') ?? '';
      expect((await get(path, { 'if-none-match': etag })).status).toBe(404);
      expect((await get('/login/', { 'if-none-match': etag })).status).toBe(304);
    },
  );

  test('the path / serves the landing page if there is one', async () => {
    writeFileSync(join(folder, 'landing.html'), 'landing');
    const later = new Hono<HttpEnv>().all('*', staticFiles(folder, ORIGIN));
    expect(await (await later.request('/')).text()).toBe('landing');
    expect(await (await later.request('/login')).text()).toBe('<title>app</title>');
    rmSync(join(folder, 'landing.html'));
  });

  test("a text file names the bank's address, compressed or not", async () => {
    const named = new Hono<HttpEnv>().all('*', staticFiles(folder, ORIGIN));
    const asked = async (encoding: string) => {
      const answer = await named.request('/sitemap.xml', { headers: { 'accept-encoding': encoding } });
      return { etag: answer.headers.get('etag'), bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const text = `<loc>${ORIGIN}/</loc><loc>${ORIGIN}/verificar</loc>`;
    expect((await asked('identity')).bytes.toString()).toBe(text);
    expect(brotliDecompressSync((await asked('br')).bytes).toString()).toBe(text);
    expect(gunzipSync((await asked('gzip')).bytes).toString()).toBe(text);

    const elsewhere = new Hono<HttpEnv>().all('*', staticFiles(folder, 'https://other.example'));
    expect((await elsewhere.request('/sitemap.xml')).headers.get('etag')).not.toBe(
      (await asked('identity')).etag,
    );
  });

  test.each([
    ['br, gzip', 'br', 'main in brotli'],
    ['gzip, deflate, br;q=0', 'gzip', 'main in gzip'],
    ['*', 'br', 'main in brotli'],
    ['identity', null, 'main'],
    ['', null, 'main'],
  ])('a hashed file is cached for ever, and sent as accepted by "%s"', async (accepted, encoding, text) => {
    const answer = await get('/assets/main-BcD3_fGh.js', { 'accept-encoding': accepted });
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('a file whose hash has seven characters is cached, too', async () => {
    const answer = await get('/assets/pix-BcD3_fG.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('an unchanged file answers 304 without a body', async () => {
    const etag = (await get('/theme.js')).headers.get('etag') ?? '';
    const answer = await get('/theme.js', { 'if-none-match': etag });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe('');
  });

  test.each([
    '/.env',
    '/.vite/manifest.json',
    '/assets/.secret.js',
    '/assets/missing.js',
    '/favicon.ico',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/api/unknown',
    '/trpc',
    '/dev/unknown',
    '/healthz/x',
  ])('the path %s answers 404', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('ROUTE_NOT_FOUND');
  });

  test('a page accepts only GET and HEAD', async () => {
    const answer = await get('/login', {}, 'POST');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
