import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Doorkeeper } from '#server/http/doorkeeper';
import type { HttpEnv } from '#server/http/http';
import { REFUSALS } from '#server/kernel/refusals';

const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  // A form of 10 MiB at 0.5 Mbit/s; others have SHORT_BODY_MS.
  requestTimeout: 180_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_000,
};
/** For bodies that are no form. */
const SHORT_BODY_MS = 30_000;
/** Cuts a client that reads nothing for this long; checked several times meanwhile. */
const STALL = { ms: 60_000, polls: 6 };
const MAX_CONNECTIONS = 5_000;
const MAX_REQUESTS_PER_SOCKET = 10_000;

const LAST_REQUESTS_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Shutdown: serve and close connections, then refuse with 503, and close after `quietMs` without requests. With
 * `lingers` the first phase lasts its full time, so that polls of /readyz notice.
 */
const SHUTDOWN = { servingMs: 2_000, refusingMs: 1_000, quietMs: 100, pollEveryMs: 10 };
/** On a busy machine each phase may take up to this many times longer. */
const SHUTDOWN_STRETCH = 4;

/** `close` stops accepting (3 s, at most 12 on a busy machine), then waits for requests in progress (10 s at most). */
export type Listening = { close(): Promise<void> };

/** Connections waiting to be accepted; the default of a few hundred would drop some. */
const BACKLOG = 4_096;

/**
 * `lingers`: gives monitoring time to notice. `stallMs`: time a client may read nothing (60 000); `bodyMs`: time for a body that is no
 * form (30 000).
 */
export type ListenOptions = {
  lingers?: boolean;
  doorkeeper?: Doorkeeper;
  stallMs?: number;
  bodyMs?: number;
};

/** Serves on a host and port; 'localhost' means both loopback families. Throws when the port is taken. */
export async function listen(
  app: Hono<HttpEnv>,
  host: string,
  port: number,
  { lingers = false, doorkeeper, stallMs = STALL.ms, bodyMs = SHORT_BODY_MS }: ListenOptions = {},
): Promise<Listening> {
  // Replaces the global Response by a lighter class, so the result of `fetch` is no instance of it.
  const serve = getRequestListener(app.fetch);
  const admit: Listener = (incoming, outgoing) => {
    cutWhenStalled(outgoing, stallMs);
    cutSlowBody(incoming, outgoing, bodyMs);
    const answer = () => serve(incoming, outgoing);
    return doorkeeper ? doorkeeper.receive(incoming, outgoing, answer) : answer();
  };
  const door = newDoor(admit, lingers);
  const servers: Server[] = [];
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (const address of hosts) {
    try {
      const server = await openServer(oneByOne(door.listener), address, port);
      if (doorkeeper) server.on('connection', doorkeeper.arrived);
      servers.push(server);
    } catch (error) {
      const isMissingFamily = error instanceof Error && /EADDRNOTAVAIL|EAFNOSUPPORT/.test(error.message);
      if (isMissingFamily && hosts.length > 1) continue;
      await Promise.all(servers.map(closeServer));
      throw error;
    }
  }
  if (servers.length === 0) throw new Error(`no loopback address available for port ${port}`);
  return {
    close: async () => {
      await door.shutDown();
      await Promise.all(servers.map(closeServer));
    },
  };
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Counts open requests and closes connections at shutdown. */
function newDoor(serve: Listener, lingers: boolean): { listener: Listener; shutDown(): Promise<void> } {
  let state: 'open' | 'serving' | 'refusing' = 'open';
  let inside = 0;
  let asked = 0;
  const listener: Listener = (incoming, outgoing) => {
    asked += 1;
    if (namesTwoHosts(incoming)) return refuseTwoHosts(outgoing);
    if (state !== 'open') outgoing.shouldKeepAlive = false;
    if (state === 'refusing') return refuseWhileClosing(outgoing);
    inside += 1;
    outgoing.once('close', () => {
      inside -= 1;
    });
    return serve(incoming, outgoing);
  };
  // Counts polls, not time: connections are accepted between polls, however late this process runs.
  const quiet = async (atMostMs: number): Promise<void> => {
    const endsAtMs = performance.now() + atMostMs * SHUTDOWN_STRETCH;
    let seen = asked;
    let quietPolls = 0;
    for (let polls = 0; polls < atMostMs / SHUTDOWN.pollEveryMs; polls += 1) {
      await sleep(SHUTDOWN.pollEveryMs);
      quietPolls = inside === 0 && asked === seen ? quietPolls + 1 : 0;
      seen = asked;
      if (quietPolls >= SHUTDOWN.quietMs / SHUTDOWN.pollEveryMs || performance.now() >= endsAtMs) return;
    }
  };
  return {
    listener,
    shutDown: async () => {
      state = 'serving';
      await (lingers ? sleep(SHUTDOWN.servingMs) : quiet(SHUTDOWN.servingMs));
      state = 'refusing';
      await quiet(SHUTDOWN.refusingMs);
    },
  };
}

/** One by one: Node would emit all pipelined requests at once, about eighty in 64 kB. */
function oneByOne(serve: Listener): Listener {
  const lastOf = new WeakMap<Socket, ServerResponse>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const before = lastOf.get(socket);
    lastOf.set(socket, outgoing);
    if (!before || before.closed) return void serve(incoming, outgoing);
    before.once('close', () => {
      if (socket.destroyed) outgoing.destroy();
      else serve(incoming, outgoing);
    });
  };
}

/** Node keeps the first of two Host headers, a proxy may keep the other: RFC 9112, 3.2 requires 400. */
const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

function refuseTwoHosts(outgoing: ServerResponse): void {
  const { status, text } = REFUSALS.MALFORMED_BODY;
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  outgoing.end(JSON.stringify({ error: text, code: 'MALFORMED_BODY' }));
}

/** A form's sender is cut by its pace (src-server/http/request-body.ts). */
function cutSlowBody(incoming: IncomingMessage, outgoing: ServerResponse, bodyMs: number): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  if ((length === undefined && coding === undefined) || /^\s*multipart\/form-data/i.test(type ?? '')) return;
  const cut = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy();
  }, bodyMs);
  outgoing.once('close', () => clearTimeout(cut));
}

/** Cuts a connection that took nothing of its answer for this long, while data is waiting to be sent. */
function cutWhenStalled(outgoing: ServerResponse, stallMs: number): void {
  const pollMs = stallMs / STALL.polls;
  let polls = 0;
  let polledAtMs = 0;
  outgoing.setTimeout(pollMs).on('timeout', (socket: Socket) => {
    const nowMs = performance.now();
    const isNext = nowMs - polledAtMs < pollMs * 1.5;
    polledAtMs = nowMs;
    if (socket.writableLength === 0) return;
    polls = isNext ? polls + 1 : 1;
    if (polls >= STALL.polls) outgoing.destroy();
    else socket.setTimeout(pollMs);
  });
}

function refuseWhileClosing(outgoing: ServerResponse): void {
  const { status } = REFUSALS.BUSY;
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '1', Connection: 'close' });
  outgoing.end(JSON.stringify({ error: 'O servidor está encerrando', code: 'BUSY' }));
}

function openServer(listener: Listener, address: string, port: number): Promise<Server> {
  const server = createServer(SERVER_OPTIONS, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: address, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hard = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
    // A keep-alive connection becomes idle only after its last answer.
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    server.close(() => {
      clearTimeout(hard);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
