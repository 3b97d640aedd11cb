import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { testBank } from '#server/testing/test-bank';
import { freePort } from '../../e2e/bank.ts';
import { createApp } from './app.ts';
import type { HttpEnv } from './http.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';

const opened: Listening[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function serve(app: Hono<HttpEnv>, options: ListenOptions = {}): Promise<number> {
  const port = await freePort();
  opened.push(await listen(app, 'localhost', port, options));
  return port;
}

const rawAnswer = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)));
  });

describe('the listening server', () => {
  test('the server is reached over IPv4 and IPv6 loopback', async () => {
    const port = await serve(createApp(await testBank(), { clientFolder: 'no-such-folder' }));
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const status = await fetch(`http://${host}:${port}/healthz`).then(
        (answer) => answer.status,
        () => null,
      );
      // Some machines have no IPv6.
      if (status === null) expect(host).toBe('[::1]');
      else expect(status, host).toBe(200);
    }
  });

  test('the server reports that its port is taken', async () => {
    const port = await serve(new Hono<HttpEnv>());
    await expect(listen(new Hono<HttpEnv>(), 'localhost', port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('the server cuts a body that takes too long, but not a form, whose pace it watches', async () => {
    const read = new Hono<HttpEnv>().post('/', async (c) =>
      c.text(`${(await c.req.text().catch(() => '')).length} bytes`),
    );
    const port = await serve(read, { bodyMs: 200 });
    const send = async (type: string) => {
      const head = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n`;
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}Content-Length: 10\r\n\r\nhalf `));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk)).on('error', () => {});
      const closed = once(socket, 'close');
      await sleep(600);
      socket.write('whole');
      await closed;
      return answer;
    };
    const [json, form] = await Promise.all([
      send('application/json'),
      send('multipart/form-data; boundary=x'),
    ]);
    expect(json).toBe('');
    expect(form).toContain('10 bytes');
  });

  test('the server refuses a too large body before it is sent, and a chunked one while it is sent', async () => {
    const port = await serve(createApp(await testBank(), { clientFolder: 'no-such-folder' }));
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    expect(await rawAnswer(port, `${head}Content-Length: 1000000\r\n\r\n`)).toContain(
      '413 Payload Too Large',
    );
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const answer = await rawAnswer(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(7)}`);
    expect(answer).toContain('413 Payload Too Large');
    expect(answer).toContain('PAYLOAD_TOO_LARGE');
  });

  test.each([
    ['two content lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['both a content length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a header that does not end', `X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('the server refuses a request with %s', async (_, rest) => {
    const port = await serve(new Hono<HttpEnv>().all('*', (c) => c.text('reached')));
    const answer = await rawAnswer(port, `POST / HTTP/1.1\r\nHost: localhost\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('reached');
  });

  test('requests that one connection sends without waiting are served one at a time, in order', async () => {
    let underWay = 0;
    let most = 0;
    const served: string[] = [];
    const app = new Hono<HttpEnv>().all('/:name', async (c) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(5);
      underWay -= 1;
      const { name } = c.req.param();
      served.push(name + (await c.req.text()));
      return c.text(`answer-${name}`);
    });
    const port = await serve(app);
    const names = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index));
    const body = (name: string) => `Content-Length: 1\r\n\r\n${name}`;
    const requests = names.map((name) => `POST /${name} HTTP/1.1\r\nHost: localhost\r\n${body(name)}`);
    const last = 'GET /end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const answer = await rawAnswer(port, requests.join('') + last);
    expect(answer.match(/answer-[a-z]+/g)).toEqual([...names, 'end'].map((name) => `answer-${name}`));
    expect(served).toEqual([...names.map((name) => name + name), 'end']);
    expect(most).toBe(1);
  });

  test('requests of a connection that is gone are not served, and the listener closes', async () => {
    let asked = 0;
    const app = new Hono<HttpEnv>().get('/', async (c) => {
      asked += 1;
      await sleep(100);
      return c.text('late');
    });
    const port = await freePort();
    const listening = await listen(app, 'localhost', port);
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30)),
    );
    while (asked === 0) await sleep(5);
    socket.destroy();
    const startedAtMs = performance.now();
    await listening.close();
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    expect(asked).toBeLessThan(3);
  });

  test('the server refuses a request with two Host headers, alike or not', async () => {
    const port = await serve(new Hono<HttpEnv>().all('*', (c) => c.text('reached')));
    for (const second of ['bank.example', 'evil.example'])
      for (const name of ['Host', 'hOST']) {
        const answer = await rawAnswer(
          port,
          `GET / HTTP/1.1\r\nHost: bank.example\r\n${name}: ${second}\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED_BODY"/s);
        expect(answer).not.toContain('reached');
      }
    const one = 'GET / HTTP/1.1\r\nHost: bank.example\r\nX-Host: Host\r\nConnection: close\r\n\r\n';
    expect(await rawAnswer(port, one)).toContain('reached');
  });

  test('a closing server answers requests with 200, then 503, and cuts none off', async () => {
    const port = await freePort();
    const listening = await listen(
      new Hono<HttpEnv>().get('/', (c) => c.text('done')),
      'localhost',
      port,
    );
    const seen = new Set<string>();
    let isClosed = false;
    const lane = async () => {
      while (!isClosed) {
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error);
        if (answer instanceof Error) {
          const { code } = answer.cause as { code: string };
          seen.add(code);
          return;
        }
        seen.add(`${answer.status}`);
        await answer.text();
        if (answer.status === 503) return;
      }
    };
    const lanes = Array.from({ length: 16 }, lane);
    await sleep(50);
    await listening.close();
    isClosed = true;
    await Promise.all(lanes);
    expect([...seen].sort()).toEqual(['200', '503']);
  });

  test('a lingering server still answers a request one second after closing began', async () => {
    const port = await freePort();
    const app = new Hono<HttpEnv>().get('/', (c) => c.text('done'));
    const listening = await listen(app, 'localhost', port, { lingers: true });
    const closing = listening.close();
    await sleep(1000);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('done');
    await closing;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });

  test('a closing server answers the requests under way and takes no new ones', async () => {
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = new Hono<HttpEnv>().get('/slow', async (c) => {
      begun();
      await sleep(150);
      return c.text('done');
    });
    const port = await freePort();
    const listening = await listen(slow, 'localhost', port);
    const answer = fetch(`http://127.0.0.1:${port}/slow`);
    await hasBegun;
    const closing = listening.close();
    expect(await (await answer).text()).toBe('done');
    await closing;
    await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow('fetch failed');
  });
});
