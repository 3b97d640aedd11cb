import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '#domain/refusal';
import type { RequestInfo, SignedInContext } from '#server/kernel/context';
import { refuseHungUp } from '#server/kernel/hung-up';
import { asDearWork, inRestedTurn, isAmongOthers, readerOf } from '#server/kernel/in-turn';
import { isThisMachine, sharedNetworkOf } from '#server/kernel/network';

const PDF_RETRY_SECONDS = 3;

const busyReaders = new Set<string>();
let making = 0;

/** While several are made, a piece of work begins this many times its length after the one before: they use a fifth of the thread. */
const PACE = 5;
/** A piece also waits for the database, which is no work. */
const MOST_PIECE_MS = 20;
let restUntilMs = 0;

/** PDFs of a network that are made or wait; fewer than the calls of CALLS_PER_CALLER, so that places are left for its others. */
const MOST_IN_LINE = 4;
/** The rest after a long PDF, which rests between its pieces, too. */
const MOST_REST_MS = 2_000;
const inLine = new Map<string, number>();

type Asking = { request: Pick<RequestInfo, 'ip'> };

/**
 * The PDFs of one network (IPv6: /56) are made one after another, each followed by a rest, so that many accounts of one caller use a
 * sixth of the thread (two thirds with PDFs of thousands of lines), and others' PDFs are made in between. Refuses BUSY when too many
 * wait. Those of this machine are not limited.
 */
export async function pdfOfNetwork<Made>(
  { request: { ip } }: Asking,
  make: () => Promise<Made>,
): Promise<Made> {
  if (isThisMachine(ip)) return make();
  refuseWhileManyWait({ request: { ip } });
  const line = lineOf(ip);
  inLine.set(line, (inLine.get(line) ?? 0) + 1);
  try {
    return await asDearWork(line, () => inRestedTurn(line, { times: PACE, mostMs: MOST_REST_MS }, make));
  } finally {
    const left = (inLine.get(line) ?? 1) - 1;
    if (left > 0) inLine.set(line, left);
    else inLine.delete(line);
  }
}

/** For a PDF for which one reads long. Refuses BUSY. */
export function refuseWhileManyWait({ request: { ip } }: Asking): void {
  if ((inLine.get(lineOf(ip)) ?? 0) >= MOST_IN_LINE)
    refuse('BUSY', { text: MANY_WAIT, retryAfterSeconds: PDF_RETRY_SECONDS });
}

const lineOf = (ip: string): string => `PDFs of ${sharedNetworkOf(ip)}`;

/** One at a time per network, and per user there. Refuses BUSY, also once `signal` aborts. `yieldTurn` lets other requests run. */
export const onePdfAtATime = <Made>(
  ctx: ForUser,
  signal: AbortSignal | undefined,
  make: (yieldTurn: () => Promise<void>) => Promise<Made>,
): Promise<Made> => onePdfOfUser(ctx, () => pdfInPieces(ctx, signal, make));

type ForUser = Pick<SignedInContext, 'user'> & Asking;

/** One at a time per user in a network, with what is read for it. Refuses BUSY. */
export async function onePdfOfUser<Made>(ctx: ForUser, make: () => Promise<Made>): Promise<Made> {
  const reader = readerOf(ctx);
  if (busyReaders.has(reader))
    refuse('BUSY', { text: ALREADY_RUNNING, retryAfterSeconds: PDF_RETRY_SECONDS });
  busyReaders.add(reader);
  try {
    return await make();
  } finally {
    busyReaders.delete(reader);
  }
}

/** As `onePdfAtATime`, without the limit per user. */
export const pdfInPieces = <Made>(
  asking: Asking,
  signal: AbortSignal | undefined,
  make: (yieldTurn: () => Promise<void>) => Promise<Made>,
): Promise<Made> => pdfOfNetwork(asking, () => inPieces(signal, make));

async function inPieces<Made>(
  signal: AbortSignal | undefined,
  make: (yieldTurn: () => Promise<void>) => Promise<Made>,
): Promise<Made> {
  if (signal?.aborted) refuseHungUp();
  making += 1;
  let resumedAtMs = performance.now();
  try {
    return await make(async () => {
      await rest(performance.now() - resumedAtMs);
      if (signal?.aborted) refuseHungUp();
      resumedAtMs = performance.now();
    });
  } finally {
    making -= 1;
  }
}

/** After a piece of work; the only PDF, beside nothing else that is dear, rests for a turn of the event loop. */
async function rest(pieceMs: number): Promise<void> {
  if (making === 1 && !isAmongOthers()) return nextTurn();
  const nowMs = performance.now();
  const owed = Math.max(restUntilMs, nowMs) + Math.min(pieceMs, MOST_PIECE_MS) * PACE;
  // One piece of each: nobody rests for earlier ones.
  restUntilMs = Math.min(owed, nowMs + MOST_PIECE_MS * PACE * making);
  await sleep(restUntilMs - nowMs);
}

const ALREADY_RUNNING = 'Já estamos preparando um PDF para você. Espere alguns segundos e peça de novo.';
const MANY_WAIT =
  'Estamos preparando outros PDFs pedidos pela sua rede. Espere alguns segundos e peça de novo.';
