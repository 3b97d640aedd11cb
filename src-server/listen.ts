import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { HttpEnv } from '#server/http';

/** How patient the server is; a slow or silent client is cut off, so that it cannot keep others out. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_000,
};
const MAX_CONNECTIONS = 5_000;
const MAX_REQUESTS_PER_SOCKET = 10_000;

/** Requests that are under way when the process is told to stop may take so long. */
const LAST_REQUESTS_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 50;

/** Open doors; `close` takes no new connections and answers once the requests under way are done (10 seconds at most). */
export type Listening = { close(): Promise<void> };

/**
 * Serves an application on a host and port; 'localhost' means both loopback families, where the machine has them.
 * Throws when the port is taken.
 */
export async function listen(app: Hono<HttpEnv>, host: string, port: number): Promise<Listening> {
  // Its own Response, set as the global one, reaches the socket without a stream. What `fetch` answers is none of those:
  // ask for its status, not for `instanceof Response`.
  const listener = getRequestListener(app.fetch);
  const servers: Server[] = [];
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (const address of hosts) {
    try {
      servers.push(await openServer(listener, address, port));
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
      await Promise.all(servers.map(closeServer));
    },
  };
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

function openServer(listener: Listener, address: string, port: number): Promise<Server> {
  const server = createServer(PATIENCE, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
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
