/** @module-tag release */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { findNginx } from '../scripts/machine.mjs';
import { WEBHOOK_HEADER, WEBHOOK_PATH } from '../src-server/onboarding/webhook-token.ts';
import { freePort } from './bank.ts';
import { type RunningProxy, startProxy, THE_PROVIDERS_ADDRESS } from './proxy.ts';

/** nginx before a server that knows one token. */
async function startBehind(): Promise<RunningProxy> {
  const port = await freePort();
  const server = createServer(({ method, headers }, outgoing) => {
    const status = headers[WEBHOOK_HEADER] === 'right' ? 200 : 401;
    outgoing.writeHead(method === 'POST' ? status : 405).end('{}');
  }).listen(port, '127.0.0.1');
  const proxy = await startProxy([port, await freePort()]);
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
  });
  return proxy;
}

const REQUESTS_AT_ONCE = 32;

/** Statuses of so many requests of one address, sent at once. */
async function crowd({ origin, ca }: RunningProxy, size: number, from: string): Promise<number[]> {
  const options = { ca, servername: 'localhost', localAddress: from };
  const connections = Array.from({ length: size / REQUESTS_AT_ONCE }, () =>
    connectHttp2(origin.replace('localhost', '127.0.0.1'), options),
  );
  onTestFinished(() => {
    for (const connection of connections) connection.destroy();
  });
  await Promise.all(connections.map((connection) => once(connection, 'connect')));
  return Promise.all(
    connections.flatMap((connection) =>
      Array.from({ length: REQUESTS_AT_ONCE }, async () => {
        const request = { ':path': WEBHOOK_PATH, ':method': 'POST', ':authority': 'localhost' };
        const stream = connection.request({ ...request, [WEBHOOK_HEADER]: 'right' });
        const [headers] = await once(stream.end(), 'response');
        stream.close();
        return headers[':status'];
      }),
    ),
  );
}

test.runIf(findNginx() !== null)(
  'events of the payment provider wait, 300 a second, where those of others are refused',
  async () => {
    const proxy = await startBehind();
    const fromMs = performance.now();
    const provider = await crowd(proxy, 1_440, THE_PROVIDERS_ADDRESS);
    const seconds = (performance.now() - fromMs) / 1_000;
    expect(new Set(provider)).toEqual(new Set([200]));
    expect(seconds).toBeGreaterThan(1_440 / 300 - 0.5);
    const others = await crowd(proxy, 1_440, '127.0.0.7');
    expect(new Set(others)).toEqual(new Set([200, 429]));
  },
);

test('nginx and the kernel know the same addresses as the payment provider’s', () => {
  const addressesIn = (file: string, part: RegExp) =>
    part.exec(readFileSync(`deploy/${file}`, 'utf8'))?.[0].match(/(\d+\.){3}\d+/g);
  const known = addressesIn('valebank.nft', /set provider4 \{[^}]*\}/);
  expect(known?.length).toBeGreaterThan(0);
  expect(addressesIn('valebank.nginx.conf', /geo \$valebank_provider \{[^}]*\}/)).toEqual(known);
});

test.runIf(findNginx() !== null)(
  'calls of the webhook that are refused write no line of the log',
  async () => {
    const proxy = await startBehind();
    const post = (path: string, token: string) =>
      proxy.ask(path, { method: 'POST', headers: { [WEBHOOK_HEADER]: token }, body: '{}' });
    for (const path of [WEBHOOK_PATH, `${WEBHOOK_PATH}?x=1`, WEBHOOK_PATH.toUpperCase()])
      expect((await post(path, 'wrong')).status).toBe(401);
    expect((await proxy.ask(WEBHOOK_PATH)).status).toBe(405);
    expect((await post('/api/accounts', 'wrong')).status).toBe(401);
    expect((await post(WEBHOOK_PATH, 'right')).status).toBe(200);
    // nginx logs a request after its answer was sent.
    await expect.poll(proxy.accessLog).toContain(' 200 ');
    const logged = proxy.accessLog().matchAll(/"\S+ (\S+) \S+" (\d+)/g);
    expect([...logged].map(([, path, status]) => `${status} ${path}`)).toEqual([
      '401 /api/accounts',
      `200 ${WEBHOOK_PATH}`,
    ]);
  },
);
