import { describe, expect, test } from 'vitest';
import { LARGE_SHAPES } from '#server/testing/fuzz/inputs';
import { MAX_CPU_MS } from '#server/testing/fuzz/run';
import { caller, joana } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';

type Refused = [
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
  status: number,
  code: string,
];
type Envelope = { error: { json: { message: string; data: { error: string } } } };

/** 90 bytes that superjson expands to an array of a hundred million numbers. */
const HUGE = {
  json: { a: { length: 100_000_000 } },
  meta: { values: { a: [['typed-array', 'Uint8Array']] } },
};

describe('requests refused before any procedure', () => {
  const REST: Refused[] = [
    ['GET', '/api/nope', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['POST', '/api', {}, {}, 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/dev/nope', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/healthz/x', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/favicon.ico', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['DELETE', '/api/accounts', undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/trpc/auth.me', undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/api/auth/login', '{"document":', {}, 400, 'MALFORMED_BODY'],
    ['POST', '/api/auth/login', '[1]', {}, 400, 'MALFORMED_BODY'],
    ['POST', '/api/auth/login', { document: 1, password: [] }, {}, 400, 'VALIDATION'],
    ['POST', '/api/auth/login', { document: { $gt: '' }, password: true }, {}, 400, 'VALIDATION'],
    ['POST', '/api/auth/login', 'x'.repeat(102_401), {}, 413, 'PAYLOAD_TOO_LARGE'],
    [
      'POST',
      '/api/auth/login',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'POST',
      '/api/auth/login',
      'a=b',
      { 'content-type': 'multipart/form-data; boundary=x' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['POST', '/api/auth/login', {}, { origin: 'https://evil.example' }, 403, 'BAD_ORIGIN'],
    ['GET', '/api/cep/1', undefined, {}, 400, 'VALIDATION'],
  ];

  test('a REST request refused before any procedure has the error format of the contract', async () => {
    const call = caller(await testBank());
    for (const [method, path, body, headers, status, code] of REST) {
      const answer = await call(method, path, body, headers);
      const label = `${method} ${path}: ${answer.text}`;
      expect(
        { status: answer.status, code: answer.body.code, error: typeof answer.body.error },
        label,
      ).toEqual({
        status,
        code,
        error: 'string',
      });
      expect(answer.text).not.toMatch(/ at |node_modules|\.ts:|sql/i);
      if (status === 405) expect(answer.headers.get('allow')).toContain('GET');
    }
  });

  const TRPC: Refused[] = [
    ['GET', '/trpc/no.such', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/trpc/constructor', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/trpc/__proto__', undefined, {}, 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/trpc/%E0%A4', undefined, {}, 400, 'MALFORMED_BODY'],
    ['POST', '/trpc/auth.login%', {}, {}, 400, 'MALFORMED_BODY'],
    ['GET', '/trpc/auth.login', undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/trpc/auth.me', {}, {}, 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/trpc/auth.login', '{', {}, 400, 'MALFORMED_BODY'],
    ['POST', '/trpc/auth.login', 'null', {}, 400, 'MALFORMED_BODY'],
    [
      'POST',
      '/trpc/auth.login',
      '{"json":{},"meta":{"values":{"__proto__.x":["Date"]}}}',
      {},
      400,
      'MALFORMED_BODY',
    ],
    ['POST', '/trpc/auth.login', HUGE, {}, 400, 'MALFORMED_BODY'],
    ['POST', '/trpc/auth.login?batch=1', { 0: HUGE }, {}, 400, 'MALFORMED_BODY'],
    [
      'GET',
      `/trpc/account.verifyDocument?input=${encodeURIComponent(JSON.stringify(HUGE))}`,
      undefined,
      {},
      400,
      'MALFORMED_BODY',
    ],
    ['POST', '/trpc/auth.login', [{ document: 5 }], {}, 400, 'MALFORMED_BODY'],
    ['POST', '/trpc/auth.login', { json: { document: 5 } }, {}, 400, 'VALIDATION'],
    ['POST', '/trpc/auth.login', 'x'.repeat(102_401), {}, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', `/trpc/${Array(11).fill('auth.login').join(',')}?batch=1`, {}, {}, 400, 'MALFORMED_BODY'],
    ['GET', '/trpc/auth.me?batch=1&input=%7B', undefined, {}, 401, 'UNAUTHENTICATED'],
  ];

  test('a tRPC request refused before any procedure has the same error in its envelope', async () => {
    const call = caller(await testBank());
    for (const [method, path, body, headers, status, code] of TRPC) {
      const answer = await call(method, path, body, headers);
      const [one] = (Array.isArray(answer.body) ? answer.body : [answer.body]) as [Envelope];
      const label = `${method} ${path}: ${answer.text}`;
      expect(answer.status, label).toBe(status);
      expect(one.error.json, label).toMatchObject({
        message: expect.any(String),
        data: { code, httpStatus: status },
      });
      expect(one.error.json.data.error).toBe(one.error.json.message);
      expect(answer.text).not.toMatch(/node_modules|\.ts:|stack/i);
      if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET|POST/);
    }
  });

  test('a tRPC batch of ten calls is answered as a whole, without streaming', async () => {
    const call = caller(await testBank());
    const path = Array(10).fill('auth.logout').join(',');
    const { status, body, headers } = await call(
      'POST',
      `/trpc/${path}?batch=1`,
      {},
      { 'trpc-accept': 'application/jsonl' },
    );
    expect({ status, calls: (body as unknown as unknown[]).length }).toEqual({ status: 200, calls: 10 });
    expect(headers.getSetCookie().join()).toContain('session=;');
  });

  test('__proto__ and role in a registration body change nothing', async () => {
    const call = caller(await testBank());
    const evil = JSON.stringify(joana).replace(
      '{',
      '{"__proto__":{"role":"admin"},"role":"admin","isActive":false,',
    );
    const { status, body } = await call('POST', '/api/auth/register', evil);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ role: 'cliente', isActive: true });
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });
});

/** Minimum of three tries, to exclude other work of the process. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3; tries += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

test.for([...Object.entries(LARGE_SHAPES), ['lists as deep as fit', DEEP] as const])(
  'a body of %s from a caller without a session costs no more than any other',
  async ([, shape]) => {
    const call = caller(await testBank());
    const bodies: [path: string, body: unknown][] = [
      ['/api/auth/login', { document: shape, password: 'x' }],
      ['/trpc/auth.login', { json: shape }],
      ['/trpc/auth.login', { json: { 'document\u0000': shape } }],
      ['/trpc/auth.register', { json: { ...joana, username: shape } }],
      ...(shape === DEEP ? [['/api/auth/login', `{"document":${DEEP}}`] as [string, string]] : []),
    ];
    for (const [path, body] of bodies) {
      const cpuMs = await cpuMsOf(async () => {
        const { status } = await call('POST', path, body);
        expect([400, 413]).toContain(status);
      });
      expect(cpuMs, path).toBeLessThan(MAX_CPU_MS);
    }
  },
);
