import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import { transferSchema } from '#domain/account/transfer';
import { transfer } from '#server/account/transfer';
import { identify } from '#server/auth/identify';
import { openBank } from '#server/bank';
import type { Bank, RequestInfo, SignedInContext } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { openLog } from '#server/kernel/log';
import { BARE_ROUTES } from './bare-routes.ts';

/** What the least server of this machine and Node can do: no framework, log, header or limit. */
async function start(): Promise<void> {
  const env = readEnv(process.env);
  const bank = await openBank(env, { log: openLog('silent') });
  const server = createServer((incoming, outgoing) => {
    answer(bank, incoming).then(
      (body) => send(outgoing, 200, body),
      (error: Error) => send(outgoing, 409, { error: error.message }),
    );
  });
  server.listen(env.PORT, env.HOST);
  process.once('SIGTERM', () => {
    server.closeAllConnections();
    server.close(() => void bank.db.close());
  });
}

async function answer(bank: Bank, incoming: IncomingMessage): Promise<unknown> {
  const { nothing, validation, session } = BARE_ROUTES;
  if (incoming.url === nothing || incoming.url === '/readyz') return {};
  const input = transferSchema.parse({
    ...(JSON.parse(await bodyOf(incoming)) as object),
    idempotencyKey: incoming.headers['idempotency-key'],
  });
  if (incoming.url === validation) return {};
  const request = requestOf(incoming);
  const { user } = await identify(bank, request);
  if (!user) throw new Error('no session');
  if (incoming.url === session) return {};
  return transfer(
    { ...bank, user, session: null, token: null, request } as unknown as SignedInContext,
    input,
  );
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return text;
}

const requestOf = ({ headers }: IncomingMessage): RequestInfo => ({
  id: 'bench',
  ip: '127.0.0.1',
  userAgent: 'bench',
  deviceToken: null,
  challengeToken: null,
  sessionToken: /__Host-session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? null,
  bearerToken: null,
});

function send(outgoing: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  outgoing.end(text);
}

await start();
