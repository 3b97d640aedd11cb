import { describe, expect, test } from 'vitest';
import { testBank } from '#server/testing/test-bank';
import { createApp } from './app.ts';

const ORIGIN = 'http://localhost:3000';

describe('state-changing requests', () => {
  test('every combination of method, type, origin, site and credentials is let through or refused as the rules say', async () => {
    const app = createApp(await testBank(), { clientFolder: 'no-such-folder' });
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const types = [
      null,
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ];
    const origins = [null, ORIGIN, 'https://evil.example', 'null', 'http://127.0.0.1:3000'];
    const sites = [null, 'same-origin', 'same-site', 'cross-site', 'none'];
    const credentials: Record<string, string>[] = [
      {},
      { cookie: 'session=x' },
      { cookie: 'session=x', 'x-requested-with': 'script' },
      { cookie: 'session=x', authorization: 'Bearer token' },
      { cookie: 'other=x' },
    ];
    let cases = 0;
    for (const method of methods)
      for (const type of types)
        for (const origin of origins)
          for (const site of sites)
            for (const credential of credentials) {
              const unsafe = method !== 'GET' && method !== 'HEAD';
              const fromBrowser = origin !== null || site !== null;
              const ours = (origin ?? ORIGIN) === ORIGIN && (site ?? 'same-origin') === 'same-origin';
              const script = credential.cookie !== 'session=x' || Object.keys(credential).length > 1;
              const allowed = !unsafe || (fromBrowser ? ours : script);
              const understood = !unsafe || type === null || type.startsWith('application/json');
              const expected = !allowed ? 403 : !understood ? 415 : 'through';
              const headers: Record<string, string> = {
                ...credential,
                ...(type && { 'content-type': type }),
                ...(origin && { origin }),
                ...(site && { 'sec-fetch-site': site }),
              };
              const { status } = await app.request('/api/nope', { method, headers });
              const seen = status === 404 ? 'through' : status;
              if (seen !== expected)
                expect.fail(`${method} ${JSON.stringify(headers)}: ${seen}, not ${expected}`);
              cases += 1;
            }
    expect(cases).toBe(6 * 6 * 5 * 5 * 5);
  });
});
