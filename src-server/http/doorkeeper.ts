import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import superjson from 'superjson';
import { engineOf } from '#db/engine';
import { isLineFull, TURN_AFTER_MS } from '#db/shed';
import { Refusal } from '#domain/refusal';
import { isBelow, isUnsafe, PROBES, rpcError } from '#server/http/http';
import { OpenRequests } from '#server/http/open-requests';
import type { Vestibule } from '#server/http/vestibule';
import { isOverloaded } from '#server/kernel/caller-places';
import type { Bank } from '#server/kernel/context';
import { rarely } from '#server/kernel/rarely';
import { toAnswer } from '#server/kernel/to-answer';
import { isWebhookToken, WEBHOOK_HEADER, WEBHOOK_PATH } from '#server/onboarding/webhook-token';

/** Delays clients that retry at once: a thousand of them would take the turns of the event loop that commits need. */
const IMPATIENT_WAIT_MS = 400;

/** Requests refused since the start: queue too long, wait too long, client gone. */
export const turnedAway = { line: 0, late: 0, left: 0 };

/** Never delayed: monitoring, and the provider's events, each one short transaction. */
const isNeverDelayed = (bank: DoorkeepersBank, path: string, headers: IncomingHttpHeaders): boolean =>
  PROBES.includes(path) || (path === WEBHOOK_PATH && isWebhookToken(bank, textOf(headers[WEBHOOK_HEADER])));

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

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

type DoorkeepersBank = Pick<Bank, 'db' | 'log' | 'env' | 'keys'>;

export type Doorkeeper = {
  arrived(): void;
  receive(incoming: IncomingMessage, outgoing: ServerResponse, serve: () => unknown): void;
};

/** Refuses with 503 BUSY what could not be served in time, before parsing it. */
export function newDoorkeeper(bank: DoorkeepersBank, vestibule: Vestibule): Doorkeeper {
  const { waitMs } = engineOf(bank.db);
  const warn = rarely(() =>
    bank.log.warn({ turnedAway }, 'more requests arrive than can be served in time: some are answered BUSY'),
  );
  const isTooLate = (method: string, headers: IncomingHttpHeaders): boolean => {
    const { read, write } = waitMs();
    return isLineFull(vestibule.waitMs + (isUnsafe(method) ? write : read) + ownWaitMs(headers));
  };
  const open = new OpenRequests();
  // Only then: otherwise a caller's many requests delay nobody else, and may wait for one another.
  const ownWaitMs = (headers: IncomingHttpHeaders) => (isOverloaded() ? open.waitMs(headers) : 0);
  const busyAtMs = new WeakMap<Socket, number>();
  const isImpatient = (socket: Socket): boolean =>
    performance.now() - (busyAtMs.get(socket) ?? Number.NEGATIVE_INFINITY) < TURN_AFTER_MS;
  const turnAway = (path: string, outgoing: ServerResponse, reason: 'line' | 'late'): void => {
    turnedAway[reason] += 1;
    busyAtMs.set(outgoing.req.socket, performance.now());
    const isRpc = isBelow(path, '/trpc');
    outgoing.writeHead(ANSWER.status, isRpc ? RPC_HEADERS : HEADERS);
    outgoing.end(isRpc ? RPC_BODY : BODY);
    warn();
  };
  return {
    arrived: () => vestibule.arrived(),
    receive: ({ method = 'GET', url = '/', headers, socket }, outgoing, serve) => {
      const path = pathOf(url);
      if (isNeverDelayed(bank, path, headers)) return void serve();
      const cameAtMs = performance.now();
      const request = {
        serve: (inRush: boolean) => {
          if (outgoing.destroyed) turnedAway.left += 1;
          else if (inRush && performance.now() - cameAtMs > TURN_AFTER_MS) turnAway(path, outgoing, 'late');
          else {
            outgoing.once('close', open.enter(headers));
            serve();
          }
        },
        turnAway: () => turnAway(path, outgoing, 'line'),
      };
      const admit = (): void => {
        if (isTooLate(method, headers)) request.turnAway();
        else vestibule.enter(request);
      };
      vestibule.whenCalm(() => {
        if (isTooLate(method, headers) && isImpatient(socket)) setTimeout(admit, IMPATIENT_WAIT_MS);
        else admit();
      });
    },
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
