// @vitest-environment jsdom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onServed, useConnectionLost, watchedFetch } from './connection.ts';

let root: Root;
let server: Server;
let origin: string;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  server = createServer((_request, response) => response.writeHead(500).end('broken'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<Notice />));
});

afterEach(async () => {
  act(() => root.unmount());
  document.body.replaceChildren();
  await new Promise((resolve) => server.close(resolve));
});

function Notice() {
  return useConnectionLost() ? 'sem conexão' : 'com conexão';
}

const shown = () => document.body.textContent;
const call = (url: string, init?: RequestInit) => act(() => watchedFetch(url, init).catch((error) => error));

it('the connection is lost when a call has no answer and back with any answer, even a failure', async () => {
  expect(shown()).toBe('com conexão');
  expect(await call('http://127.0.0.1:1')).toBeInstanceOf(TypeError);
  expect(shown()).toBe('sem conexão');
  expect((await call(origin)).status).toBe(500);
  expect(shown()).toBe('com conexão');
});

it('an aborted call is not a lost connection', async () => {
  const error = await call(origin, { signal: AbortSignal.abort() });
  expect(error.name).toBe('AbortError');
  expect(shown()).toBe('com conexão');
});

it('an answer counts as use of the session, except an answer to polling', async () => {
  await new Promise((resolve) => server.close(resolve));
  server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served = vi.fn();
  const stop = onServed(served);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await call(url, { headers: { 'x-quiet': '1' } });
  expect(served).not.toHaveBeenCalled();
  await call(url);
  expect(served).toHaveBeenCalledOnce();
  stop();
});

it('the connection is lost when the device goes offline', async () => {
  act(() => {
    dispatchEvent(new Event('offline'));
  });
  expect(shown()).toBe('sem conexão');
  await call(origin);
  expect(shown()).toBe('com conexão');
});
