/** @module-tag release */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { Agent } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { freePort } from './bank.ts';
import { type RunningProxy, startProxy } from './proxy.ts';

const FILE = '/assets/reader-BcD3_fGh.js';

/** nginx before a server whose files name their encoding, `asked` of it so far. */
async function filesBehindProxy() {
  const port = await freePort();
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, outgoing) => {
    asked.push({ url, headers });
    const encoding = `${headers['accept-encoding']}`;
    outgoing
      .writeHead(url.startsWith('/assets/none') ? 404 : 200, {
        'Cache-Control': url.startsWith('/assets/none') ? 'no-cache' : 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ETag: `"${encoding}"`,
        'Content-Security-Policy': "default-src 'none'",
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      })
      .end(url.startsWith('/assets/none') ? 'none' : encoding.padEnd(500_000));
  }).listen(port, '127.0.0.1');
  const proxy = await startProxy([port, await freePort()]);
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
  });
  return { proxy, asked };
}

/** Takes no more than what comes at first of what it asks for, and resets it. */
async function begins(connection: ClientHttp2Session, path: string): Promise<number | undefined> {
  const stream = connection.request({ ':path': path, ':authority': 'localhost' });
  stream.on('error', () => {});
  const [headers] = await once(stream, 'response');
  stream.close(constants.NGHTTP2_CANCEL);
  await once(stream, 'close');
  return headers[':status'];
}

const connectTo = ({ origin, ca }: RunningProxy) =>
  connectHttp2(origin.replace('localhost', '127.0.0.1'), { ca, servername: 'localhost' });

test.runIf(findNginx() !== null)(
  'nginx keeps a static file once, so that who takes nothing of it has nothing written to the disk',
  async () => {
    const { proxy, asked } = await filesBehindProxy();
    const statuses: (number | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      const connection = connectTo(proxy);
      statuses.push(...(await Promise.all(Array.from({ length: 30 }, () => begins(connection, FILE)))));
      connection.destroy();
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(asked.map(({ url }) => url)).toEqual([FILE]);
  },
);

test.runIf(findNginx() !== null)(
  'a kept file has the bank’s headers and the encoding that was asked for, and nothing else is kept',
  async () => {
    const { proxy, asked } = await filesBehindProxy();
    const given = {
      'br, gzip': 'br',
      'gzip, deflate, br;q=0': 'gzip',
      GZIP: 'gzip',
      identity: undefined,
      xbrx: undefined,
    };
    for (const [accepted, encoding] of [...Object.entries(given), ...Object.entries(given)]) {
      const got = await proxy.ask(FILE, { headers: { 'accept-encoding': accepted } });
      expect(got.headers['content-encoding'], accepted).toBe(encoding);
      expect(got.headers['content-security-policy']).toBe("default-src 'none'");
      expect(got.headers['cache-control']).toContain('immutable');
    }
    expect(asked.map(({ headers }) => headers['accept-encoding']).sort()).toEqual(['br', 'gzip', 'identity']);
    const fresh = { 'accept-encoding': 'br', 'if-none-match': '"br"' };
    expect((await proxy.ask(FILE, { headers: fresh })).status).toBe(304);
    expect(asked).toHaveLength(3);
    for (let time = 0; time < 2; time += 1) await proxy.ask('/api/docs/swagger-ui-bundle.js');
    expect(asked).toHaveLength(4);
    for (let time = 0; time < 2; time += 1) await proxy.ask('/assets/none-BcD3_fGh.js');
    expect(asked).toHaveLength(6);
  },
);

test.runIf(findNginx() !== null)(
  'a static file under another address than its own is not asked of the bank, and no file has a line of the log',
  async () => {
    const { proxy, asked } = await filesBehindProxy();
    const connection = connectTo(proxy);
    const cancelled = Array.from({ length: 30 }, (_, place) => begins(connection, `${FILE}?${place + 1}`));
    expect(new Set(await Promise.all(cancelled))).toEqual(new Set([404]));
    // The bank takes these for the file, nginx for one below /a.
    for (const way of ['/a%2Fb/..', '/a%2fb/%2E.'])
      for (const path of [FILE, '/api/docs/swagger-ui-bundle.js', '/metrics'])
        expect(await begins(connection, way + path), way + path).toBe(404);
    connection.destroy();
    for (const path of [
      `${FILE}?1`,
      '/assets/%72eader-BcD3_fGh.js',
      `/${FILE}`,
      '/api/docs/swagger-ui-bundle.js?1',
      '/api/docs/%73wagger-ui-bundle.js',
      '/api/openapi.json?1',
    ]) {
      const refused = await proxy.ask(path);
      expect(refused.status, path).toBe(404);
      expect(refused.headers['strict-transport-security']).toBeDefined();
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    }
    expect(asked).toEqual([]);
    const reached = [FILE, '/api/docs/swagger-ui-bundle.js', '/api/openapi.json', '/api/docs?1'];
    for (const path of reached) expect((await proxy.ask(path)).status).toBe(200);
    expect(asked.map(({ url }) => url)).toEqual(reached);
    // nginx logs a request after its answer was sent.
    await expect.poll(proxy.accessLog).toContain('/api/docs ');
    expect(proxy.accessLog().match(/"GET \S+/g)).toEqual(['"GET /api/docs']);
  },
);

test.runIf(findNginx() !== null)(
  'files that do not exist are asked of the bank 600 times at once, then 100 times a second',
  async () => {
    const { proxy, asked } = await filesBehindProxy();
    const from = performance.now();
    const statuses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: 10 });
      const names = Array.from({ length: 100 }, (_, place) => `/assets/none-${round}-${place}.js`);
      statuses.push(
        ...(await Promise.all(names.map((name) => proxy.ask(name, { agent })))).map(({ status }) => status),
      );
      agent.destroy();
    }
    const seconds = (performance.now() - from) / 1000;
    // Otherwise all 1,200 might come.
    expect(seconds).toBeLessThan(4);
    expect(asked.length).toBeGreaterThanOrEqual(600);
    expect(asked.length).toBeLessThan(650 + 100 * seconds);
    expect(statuses.filter((status) => status === 404)).toHaveLength(asked.length);
  },
);
