import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Doorkeeper } from '#server/http/doorkeeper';
import type { HttpEnv } from '#server/http/http';
import { REFUSALS } from '#server/kernel/refusals';

/** How patient the server is; a slow or silent client is cut off, so that it cannot keep others out. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_000,
};
/** A reader that takes nothing of its answer for so long is cut off; it is looked at several times meanwhile. */
const STALL = { ms: 60_000, looks: 6 };
const MAX_CONNECTIONS = 5_000;
const MAX_REQUESTS_PER_SOCKET = 10_000;

/** Requests that are under way when the process is told to stop may take so long. */
const LAST_REQUESTS_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 50;

/**
 * How the doors are closed without breaking a connection that somebody just opened: for a while everything is answered, and
 * every answer ends its connection; then new requests are sent elsewhere (503); and once nobody has asked for `quietMs`,
 * the doors close. Where the server lingers the first of it takes its whole time, so that who looks at /readyz each second
 * has gone by then; elsewhere it ends, too, once nobody has asked for `quietMs`.
 */
const FAREWELL = { servingMs: 2_000, refusingMs: 1_000, quietMs: 100, lookEveryMs: 10 };
/** A machine that has no time for this process gives its looks that much longer, and no more. */
const FAREWELL_STRETCH = 4;

/** Open doors; `close` lets go of who is there (3 seconds, on a machine without time for it 12 at most) and answers once the requests under way are done (10 at most). */
export type Listening = { close(): Promise<void> };

/** As many may wait to be let in as the system allows; beyond its few hundred a connection would be lost on its way. */
const BACKLOG = 4_096;

/**
 * `lingers`: who watches the server gets time to see that it closes · `doorkeeper`: turns away what there is no time for (without one everybody
 * is let in) ·
 * `stallMs`: how long a reader may take nothing of its answer (60 000).
 */
export type ListenOptions = {
  lingers?: boolean;
  doorkeeper?: Doorkeeper;
  stallMs?: number;
};

/**
 * Serves an application on a host and port; 'localhost' means both loopback families, where the machine has them. Throws
 * when the port is taken.
 */
export async function listen(
  app: Hono<HttpEnv>,
  host: string,
  port: number,
  { lingers = false, doorkeeper, stallMs = STALL.ms }: ListenOptions = {},
): Promise<Listening> {
  // Its own Response, set as the global one, reaches the socket without a stream. What `fetch` answers is none of those:
  // ask for its status, not for `instanceof Response`.
  const serve = getRequestListener(app.fetch);
  const admit: Listener = (incoming, outgoing) => {
    cutWhenStalled(outgoing, stallMs);
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
  if (servers.length === 0) throw new Error(`no loopback address to listen on at port ${port}`);
  return {
    close: async () => {
      await door.sayFarewell();
      await Promise.all(servers.map(closeServer));
    },
  };
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Counts who is inside, and can let everybody go. */
function newDoor(serve: Listener, lingers: boolean): { listener: Listener; sayFarewell(): Promise<void> } {
  let state: 'open' | 'serving' | 'refusing' = 'open';
  let inside = 0;
  let asked = 0;
  const listener: Listener = (incoming, outgoing) => {
    asked += 1;
    if (namesTwoHosts(incoming)) return refuseTwoHosts(outgoing);
    if (state !== 'open') outgoing.shouldKeepAlive = false;
    if (state === 'refusing') return refuseAtTheDoor(outgoing);
    inside += 1;
    outgoing.once('close', () => {
      inside -= 1;
    });
    return serve(incoming, outgoing);
  };
  // Counted in looks, not by the clock: between two of them who waits outside is let in, however late this process is.
  const quiet = async (atMostMs: number): Promise<void> => {
    const endsAtMs = performance.now() + atMostMs * FAREWELL_STRETCH;
    let seen = asked;
    let quietLooks = 0;
    for (let looks = 0; looks < atMostMs / FAREWELL.lookEveryMs; looks += 1) {
      await sleep(FAREWELL.lookEveryMs);
      quietLooks = inside === 0 && asked === seen ? quietLooks + 1 : 0;
      seen = asked;
      if (quietLooks >= FAREWELL.quietMs / FAREWELL.lookEveryMs || performance.now() >= endsAtMs) return;
    }
  };
  return {
    listener,
    sayFarewell: async () => {
      state = 'serving';
      await (lingers ? sleep(FAREWELL.servingMs) : quiet(FAREWELL.servingMs));
      state = 'refusing';
      await quiet(FAREWELL.refusingMs);
    },
  };
}

/**
 * Serves the requests of a connection one at a time: Node hands over at once all that came in one packet, some eighty in
 * 64 kB. Nothing is served to who has gone.
 */
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

/** Node keeps the first of two Host headers and a proxy may keep the other: RFC 9112, 3.2, wants 400. */
const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

function refuseTwoHosts(outgoing: ServerResponse): void {
  const { status, text } = REFUSALS.MALFORMED_BODY;
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  outgoing.end(JSON.stringify({ error: text, code: 'MALFORMED_BODY' }));
}

/**
 * Cuts a connection of whose answer nothing was taken for so long. Node asks the system whether something was, and tells only
 * when nothing was; while the answer is still being made there is nothing to take.
 */
function cutWhenStalled(outgoing: ServerResponse, stallMs: number): void {
  const lookMs = stallMs / STALL.looks;
  let looks = 0;
  let lookedAtMs = 0;
  outgoing.setTimeout(lookMs).on('timeout', (socket: Socket) => {
    const nowMs = performance.now();
    const isNext = nowMs - lookedAtMs < lookMs * 1.5;
    lookedAtMs = nowMs;
    if (socket.writableLength === 0) return;
    looks = isNext ? looks + 1 : 1;
    if (looks >= STALL.looks) outgoing.destroy();
    else socket.setTimeout(lookMs);
  });
}

function refuseAtTheDoor(outgoing: ServerResponse): void {
  const { status } = REFUSALS.BUSY;
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '1', Connection: 'close' });
  outgoing.end(JSON.stringify({ error: 'O servidor está encerrando', code: 'BUSY' }));
}

function openServer(listener: Listener, address: string, port: number): Promise<Server> {
  const server = createServer(PATIENCE, listener);
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
    // A connection that is kept alive becomes idle only once its last request is answered.
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    server.close(() => {
      clearTimeout(hard);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
