import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, describe, expect, test } from 'vitest';
import { declaredProcedures } from '#server/access/trpc';
import { WEBHOOK_PATH } from '#server/onboarding/webhook-token';
import { appRouter } from '#server/router';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';
import { CODE_WORKER_POLICY, PAGE_POLICY } from './security-headers.ts';

const clientFolder = mkdtempSync(join(tmpdir(), 'valebank-headers-'));
mkdirSync(join(clientFolder, 'assets'));
for (const [name, text] of [
  ['index.html', '<title>app</title>'],
  ['landing.html', '<title>bank</title>'],
  ['theme.js', 'theme'],
  ['assets/main-BcD3_fGh.js', 'main'],
  ['assets/main-BcD3_fGh.css', 'main'],
  ['assets/code-worker-BcD3_fGh.js', 'reader'],
  ['assets/zxing_reader-BcD3_fGh.wasm', 'module'],
] as const)
  writeFileSync(join(clientFolder, name), text);
afterAll(() => rmSync(clientFolder, { recursive: true, force: true }));

type Asked = [status: number, method: string, path: string, body?: string, headers?: Record<string, string>];
const EVIL = { origin: 'https://evil.example' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const PAGES: Asked[] = [
  [200, 'GET', '/'],
  [200, 'GET', '/login'],
  [200, 'HEAD', '/client/dashboard'],
  [200, 'GET', '/verificar/ABC'],
  [200, 'GET', '/theme.js'],
  [200, 'GET', '/assets/main-BcD3_fGh.js'],
  [200, 'GET', '/assets/main-BcD3_fGh.css'],
  [200, 'GET', '/assets/zxing_reader-BcD3_fGh.wasm'],
  [404, 'GET', '/nope.js'],
  [404, 'GET', '/favicon.ico'],
  [404, 'GET', '/..%2fsecret.txt'],
  [405, 'DELETE', '/login'],
];
const PROGRAMS: Asked[] = [
  [200, 'GET', '/healthz'],
  [200, 'GET', '/readyz'],
  [200, 'GET', '/api/openapi.json'],
  [200, 'GET', '/api/docs'],
  [200, 'GET', '/api/docs/start.js'],
  [200, 'GET', '/dev/mailbox'],
  [401, 'GET', '/api/accounts'],
  [404, 'GET', '/api/nope'],
  [404, 'GET', '/dev/nope'],
  [401, 'GET', '/trpc/auth.me'],
  [404, 'GET', '/trpc/nope'],
  [405, 'PUT', '/trpc/auth.me'],
  [405, 'DELETE', '/api/accounts'],
  [400, 'POST', '/api/auth/login', '{'],
  [400, 'POST', '/api/auth/login', '{}'],
  [413, 'POST', '/api/auth/login', 'x'.repeat(200_000)],
  [413, 'POST', '/trpc/auth.login', 'x'.repeat(200_000)],
  [415, 'POST', '/api/auth/login', 'a=b', FORM],
  [403, 'POST', '/api/auth/logout', undefined, EVIL],
  [403, 'POST', '/trpc/auth.logout', undefined, EVIL],
  [405, 'OPTIONS', '/api/accounts', undefined, { ...EVIL, 'access-control-request-method': 'POST' }],
  [401, 'POST', WEBHOOK_PATH, '{}'],
  [405, 'GET', WEBHOOK_PATH],
];
const FILES = [
  '/api/ledger/export?format=csv',
  '/api/ledger/export?format=ofx',
  '/api/ledger/export?format=pdf',
  '/api/accounts/calendar',
  '/api/accounts/month-review/pdf?month=2026-03',
  '/api/auth/my-data',
  '/api/auth/my-data/pdf',
];

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** Headers that would reveal the server or share answers with other origins. */
const NEVER = [
  'server',
  'x-powered-by',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
];

function checkHeaders(headers: Headers, label: string, { isHttps = false, isKept = false } = {}): void {
  expect(Object.fromEntries(headers), label).toMatchObject(ALWAYS);
  expect(headers.get('content-security-policy'), label).toContain("default-src 'none'");
  expect(headers.get('permissions-policy'), label).toMatch(/\bcamera=\(\)/);
  expect(headers.get('x-request-id'), label).toMatch(/^[\da-f-]{36}$/);
  if (!isKept) expect(headers.get('cache-control'), label).toBe('no-store');
  expect(headers.get('strict-transport-security'), label).toBe(
    isHttps ? 'max-age=63072000; includeSubDomains' : null,
  );
  for (const name of NEVER) expect(headers.get(name), `${label} ${name}`).toBeNull();
}

/** Ignores the warning about 'self': uploads are answered as sandboxed downloads, and there is no JSONP. */
function faultsOf(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.MEDIUM_MAYBE)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`);
}

describe('security headers', () => {
  test('every kind of answer has the security headers', async () => {
    const call = caller(await testBank(), { clientFolder });
    for (const [status, method, path, body, headers] of [...PAGES, ...PROGRAMS]) {
      const answer = await call(method, path, body, headers);
      const label = `${method} ${path}`;
      expect(answer.status, label).toBe(status);
      checkHeaders(answer.headers, label, { isKept: PAGES.some(([, , page]) => page === path) });
      expect(answer.headers.get('content-security-policy'), label).not.toContain('unsafe');
    }
  });

  test('over https the answer has HSTS for two years', async () => {
    const call = caller(await testBank({ APP_ORIGIN: 'https://bank.example' }), { clientFolder });
    for (const [, method, path, body, headers] of [...PAGES, ...PROGRAMS])
      checkHeaders((await call(method, path, body, headers)).headers, `${method} ${path}`, {
        isHttps: true,
        isKept: PAGES.some(([, , page]) => page === path),
      });
  });

  test('the tRPC answers of every procedure have the security headers, too', async () => {
    const call = caller(await testBank());
    for (const { path, type } of declaredProcedures(appRouter)) {
      const { headers } = await call(type === 'query' ? 'GET' : 'POST', `/trpc/${path}`);
      checkHeaders(headers, path);
      expect(headers.get('content-type'), path).toBe('application/json');
    }
  });

  test('a downloaded file states its type, is not cached, and cannot run scripts', async () => {
    const call = caller(await testBank());
    const cookie = cookieOf(await call('POST', '/api/auth/register', joana));
    for (const path of FILES) {
      const { status, headers, text } = await call('GET', path, undefined, { cookie });
      expect(status, `${path}: ${text.slice(0, 200)}`).toBe(200);
      checkHeaders(headers, path);
      expect(headers.get('content-security-policy'), path).not.toContain('script-src');
      expect(headers.get('content-security-policy'), path).toMatch(/; sandbox$/);
      expect(headers.get('content-disposition'), path).toMatch(
        /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/,
      );
      expect(headers.get('content-type'), path).toMatch(
        /^(text\/(csv|calendar)|application\/(json|pdf|x-ofx))/,
      );
    }
  });
});

describe('reading codes', () => {
  const READER = '/assets/code-worker-BcD3_fGh.js';

  test('only the document of the screen that reads codes may use the camera', async () => {
    const call = caller(await testBank(), { clientFolder });
    for (const path of ['/client/ler', '/client/ler/', '/client/ler?x=1'])
      expect((await call('GET', path)).headers.get('permissions-policy'), path).toBe(
        'accelerometer=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), camera=(self)',
      );
    for (const path of [
      '/client/lere',
      '/client/ler/x',
      '/client/pix?de=/client/ler',
      '/ler',
      '/client%2Fler',
    ])
      expect((await call('GET', path)).headers.get('permissions-policy'), path).toMatch(/ camera=\(\)$/);
  });

  test('only the worker that reads codes may compile WebAssembly, and it may do nothing else', async () => {
    const call = caller(await testBank(), { clientFolder });
    const { status, headers } = await call('GET', READER);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(CODE_WORKER_POLICY);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(CODE_WORKER_POLICY).toContain("script-src 'wasm-unsafe-eval';");
    expect(faultsOf(CODE_WORKER_POLICY)).toEqual([]);
    for (const path of ['/', '/client/ler', '/assets/main-BcD3_fGh.js', '/assets/code-worker-x.js'])
      expect((await call('GET', path)).headers.get('content-security-policy'), path).toBe(PAGE_POLICY);
  });

  test('the module is served from here, as WebAssembly and cached for ever', async () => {
    const call = caller(await testBank(), { clientFolder });
    const { headers } = await call('GET', '/assets/zxing_reader-BcD3_fGh.wasm');
    expect(headers.get('content-type')).toBe('application/wasm');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});

describe('the content security policy of the pages', () => {
  test('the content security policy has no fault that csp_evaluator knows, on any page', async () => {
    const call = caller(await testBank(), { clientFolder });
    const policies = new Set<string>();
    for (const [, method, path] of [...PAGES, ...PROGRAMS].filter(([, method]) => method === 'GET'))
      policies.add((await call(method, path)).headers.get('content-security-policy') ?? 'none');
    expect(policies).toContain(PAGE_POLICY);
    // The screens, the API page and the development mailbox.
    expect(policies.size).toBe(3);
    for (const policy of policies) expect(faultsOf(policy), policy).toEqual([]);
  });

  test('csp_evaluator reports a weakened content security policy', () => {
    for (const weak of [
      PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
      PAGE_POLICY.replace("script-src 'self'", 'script-src https:'),
      PAGE_POLICY.replace("base-uri 'none'; ", '').replace(
        "script-src 'self'",
        "script-src 'nonce-abcdefgh'",
      ),
    ])
      expect(faultsOf(weak), weak).not.toEqual([]);
  });
});
