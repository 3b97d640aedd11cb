import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import superjson from 'superjson';
import type { Db } from '#db/db';
import { engineOf } from '#db/engine';
import { isLineFull, TURN_AFTER_MS } from '#db/shed';
import { Refusal } from '#domain/refusal';
import { isBelow, isUnsafe, PROBES, rpcError } from '#server/http/http';
import type { Vestibule } from '#server/http/vestibule';
import type { Log } from '#server/kernel/log';
import { toAnswer } from '#server/kernel/refusals';
import { WEBHOOK_PATH } from '#server/onboarding/webhook-token';

/** Said at most so often: a rush should not fill the log. */
const WARN_EVERY_MS = 60_000;

/**
 * A client that was answered BUSY and asks again over the same connection before Retry-After has passed waits this long.
 * A thousand that ask again at once would otherwise take every turn of the event loop, and a transaction on PostgreSQL
 * needs some twenty of them.
 */
const IMPATIENT_WAIT_MS = 400;

/** Requests turned away at the door since the start: the line was too long; it took too long; the client had hung up. */
export const turnedAway = { line: 0, late: 0, left: 0 };

/** Never kept waiting: who watches the process, and the payment provider, whose event is stored in one short transaction. */
const ALWAYS_IN = [...PROBES, WEBHOOK_PATH];

const ANSWER = toAnswer(new Refusal('BUSY', { retryAfterSeconds: TURN_AFTER_MS / 1000 }));
const BODY = JSON.stringify(ANSWER.body);
const RPC_BODY = JSON.stringify({ error: superjson.serialize(rpcError(ANSWER)) });
const headersOf = (body: string) => ({
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(body),
  'Retry-After': ANSWER.retryAfterSeconds,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
const [HEADERS, RPC_HEADERS] = [headersOf(BODY), headersOf(RPC_BODY)];

/** Who receives what comes to the server. */
export type Doorkeeper = {
  /** A connection was accepted. */
  arrived(): void;
  /** Serves a request now or in its turn, or turns it away. */
  receive(incoming: IncomingMessage, outgoing: ServerResponse, serve: () => unknown): void;
};

/**
 * Turns away what could not be served in time (503 BUSY), before anything of it was looked at: the answer costs a small part of
 * what looking would. What is added up is how long a request waits to be taken on, and then for its turn to write or for
 * a connection to read on.
 */
export function newDoorkeeper(db: Db, log: Log, vestibule: Vestibule): Doorkeeper {
  const { waitMs } = engineOf(db);
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  const waitOf = (method: string): number => {
    const { read, write } = waitMs();
    return vestibule.waitMs + (isUnsafe(method) ? write : read);
  };
  const busyAtMs = new WeakMap<Socket, number>();
  const isImpatient = (socket: Socket): boolean =>
    performance.now() - (busyAtMs.get(socket) ?? Number.NEGATIVE_INFINITY) < TURN_AFTER_MS;
  const turnAway = (path: string, outgoing: ServerResponse, reason: 'line' | 'late'): void => {
    turnedAway[reason] += 1;
    busyAtMs.set(outgoing.req.socket, performance.now());
    const isRpc = isBelow(path, '/trpc');
    outgoing.writeHead(ANSWER.status, isRpc ? RPC_HEADERS : HEADERS);
    outgoing.end(isRpc ? RPC_BODY : BODY);
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    log.warn({ turnedAway }, 'more is asked than can be served in time: requests are answered BUSY');
  };
  return {
    arrived: () => vestibule.arrived(),
    receive: ({ method = 'GET', url = '/', socket }, outgoing, serve) => {
      const path = pathOf(url);
      if (ALWAYS_IN.includes(path)) return void serve();
      const cameAtMs = performance.now();
      const request = {
        serve: (inRush: boolean) => {
          if (outgoing.destroyed) turnedAway.left += 1;
          else if (inRush && performance.now() - cameAtMs > TURN_AFTER_MS) turnAway(path, outgoing, 'late');
          else serve();
        },
        turnAway: () => turnAway(path, outgoing, 'line'),
      };
      const admit = (): void => {
        if (isLineFull(waitOf(method))) request.turnAway();
        else vestibule.enter(request);
      };
      vestibule.whenCalm(() => {
        if (isLineFull(waitOf(method)) && isImpatient(socket)) setTimeout(admit, IMPATIENT_WAIT_MS);
        else admit();
      });
    },
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
