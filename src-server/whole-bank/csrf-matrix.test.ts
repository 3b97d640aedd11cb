import { describe, expect, test } from 'vitest';
import { isProving } from '#db/testing/proof-scale';
import { isRunOnThisEngine } from '#db/testing/test-db';
import { declaredProcedures } from '#server/access/trpc';
import { createApp } from '#server/http/app';
import { REST_TABLE } from '#server/http/rest-table';
import { appRouter } from '#server/router';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { fingerprint } from '#server/testing/matrix-scene';
import { type TestBank, testBank } from '#server/testing/test-bank';

const ORIGIN = 'http://localhost:3000';
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  null,
];
const ORIGINS = [
  null,
  ORIGIN,
  'https://evil.example',
  `${ORIGIN}.evil.example`,
  'http://127.0.0.1:3000',
  'null',
];
const SITES = [null, 'same-origin', 'same-site', 'cross-site', 'none'];

type Target = { path: string; method: string };
type Cell = Target & { type: string | null; origin: string | null; site: string | null };

const MUTATIONS = declaredProcedures(appRouter).filter(({ type }) => type === 'mutation');

const TARGETS: Target[] = MUTATIONS.flatMap(({ path }) => [
  { path: `/trpc/${path}`, method: 'POST' },
  ...REST_TABLE.filter(([, , procedure]) => procedure === path).map(([method, route]) => ({
    path: route.replace(/:\w+/g, '0195a2c4-0000-7000-8000-000000000001'),
    method,
  })),
]);

/**
 * Whether a request comes from the bank's own page. One with neither header counts as foreign: a browser may have sent
 * it with the session cookie.
 */
const isOurs = ({ origin, site }: Cell): boolean =>
  (origin !== null || site !== null) &&
  (origin === null || origin === ORIGIN) &&
  (site === null || site === 'same-origin');

/** Cells to refuse; outside full proofs, one method and one type each. */
function* foreignCells(): Generator<Cell> {
  let turn = 0;
  for (const { path, method } of TARGETS)
    for (const origin of ORIGINS)
      for (const site of SITES) {
        turn += 1;
        for (const asked of isProving() ? UNSAFE : [method])
          for (const type of isProving() ? TYPES : TYPES.slice(turn % TYPES.length).slice(0, 1)) {
            const cell = { path, method: asked, type, origin, site };
            if (!isOurs(cell)) yield cell;
          }
      }
}

const headersOf = ({ type, origin, site }: Cell, cookie: string): Record<string, string> => ({
  ...(cookie && { cookie }),
  ...(type && { 'content-type': type }),
  ...(origin && { origin }),
  ...(site && { 'sec-fetch-site': site }),
});

async function scene(): Promise<{ bank: TestBank; cookie: string }> {
  const bank = await testBank();
  return { bank, cookie: cookieOf(await caller(bank)('POST', '/api/auth/register', joana)) };
}

describe.runIf(isRunOnThisEngine())('a foreign page in a browser with a session', () => {
  test('a foreign page cannot call a procedure that changes something, whatever method, type, origin and site it sends', {
    tags: ['scaled'],
    timeout: 600_000,
  }, async () => {
    const { bank, cookie } = await scene();
    const app = createApp(bank, { clientFolder: 'no-such-folder' });
    const before = await fingerprint(bank);
    let cells = 0;
    for (const cell of foreignCells()) {
      const answer = await app.request(cell.path, {
        method: cell.method,
        headers: headersOf(cell, cookie),
        body: '{}',
      });
      cells += 1;
      const told = answer.status === 403 ? await answer.text() : '';
      if (!told.includes('BAD_ORIGIN')) expect.fail(`${JSON.stringify(cell)}: ${answer.status} ${told}`);
    }
    expect(await fingerprint(bank)).toEqual(before);
    expect(cells).toBeGreaterThan(isProving() ? 70_000 : 3_000);
    console.log(
      `CSRF matrix: ${cells} cells refused, ${MUTATIONS.length} procedures, ${TARGETS.length} addresses`,
    );
  });

  test('a foreign page’s reading requests, such as pictures or links, change nothing', async () => {
    const { bank, cookie } = await scene();
    const app = createApp(bank, { clientFolder: 'no-such-folder' });
    const before = await fingerprint(bank);
    for (const { path } of MUTATIONS)
      for (const method of ['GET', 'HEAD']) {
        const input = encodeURIComponent(JSON.stringify({ json: {} }));
        for (const address of [`/trpc/${path}`, `/trpc/${path}?input=${input}`, `/trpc/${path}?batch=1`]) {
          const { status } = await app.request(address, { method, headers: { cookie } });
          // tRPC answers HEAD without a body.
          expect(status, `${method} ${address}`).toBe(method === 'GET' ? 405 : 204);
        }
      }
    for (const { path, method } of TARGETS) {
      const headers = { cookie, 'x-http-method-override': method };
      const { status } = await app.request(path, { headers });
      // 409: an account at the provider is needed to read there.
      expect([200, 401, 403, 404, 405, 409], `GET ${path}`).toContain(status);
    }
    expect(await fingerprint(bank)).toEqual(before);
  });

  test('the bank’s own page can call every procedure that changes something', async () => {
    const app = createApp(await testBank(), { clientFolder: 'no-such-folder' });
    for (const target of TARGETS)
      for (const site of [null, 'same-origin']) {
        const own = { ...target, type: 'application/json', origin: ORIGIN, site };
        const answer = await app.request(target.path, {
          method: target.method,
          headers: headersOf(own, ''),
          body: '{}',
        });
        expect(await answer.text(), `${target.method} ${target.path}`).not.toContain('BAD_ORIGIN');
        // The procedure answered: 400, 401, or 200 of auth.logout.
        expect([200, 400, 401], `${target.method} ${target.path}`).toContain(answer.status);
      }
  });
});
