import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { HttpEnv } from '#server/http/http';

/** A narrower policy than the screens'; everything from this origin. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INITIALIZER = `window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null,
    requestInterceptor: (request) => { request.headers['X-Requested-With'] = 'docs'; return request; } });
});
`;

const page = (brandName: string) => html`<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API do ${brandName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <script src="/api/docs/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/start.js" defer></script>
  </head>
  <body>
    <div id="docs"></div>
  </body>
</html>`;

/** The document is made at its first request: a start does not wait for it. */
export function serveApiDocs(app: Hono<HttpEnv>, documentOf: () => object, brandName: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  let text: string | undefined;
  app.get('/api/openapi.json', (c) => {
    text ??= JSON.stringify(documentOf());
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  });
  app.get('/api/docs', (c) => c.html(page(brandName), 200, { 'Content-Security-Policy': DOCS_POLICY }));
  app.get('/api/docs/start.js', (c) => c.body(INITIALIZER, 200, { 'Content-Type': 'text/javascript' }));
  const files = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };
  for (const [name, type] of Object.entries(files)) {
    // Read once: anybody may request its 1.5 MB repeatedly.
    let content: Promise<Buffer<ArrayBuffer>> | undefined;
    app.get(`/api/docs/${name}`, async (c) => {
      content ??= readFile(join(folder, name));
      return c.body(await content, 200, { 'Content-Type': type });
    });
  }
}
