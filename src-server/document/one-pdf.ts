import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PDF_RETRY_SECONDS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';

const busyUsers = new Set<string>();

/** While several are made, a piece of work begins this many times its length after the one before: they use a third of the thread. */
const PACE = 3;
/** A piece also waits for the database, which is no work. */
const MOST_PIECE_MS = 20;
let restUntilMs = 0;

/** One at a time per user. Refuses BUSY, also once `signal` aborts. `yieldTurn` lets other requests run. */
export async function onePdfAtATime<Made>(
  { user }: Pick<SignedInContext, 'user'>,
  signal: AbortSignal | undefined,
  make: (yieldTurn: () => Promise<void>) => Promise<Made>,
): Promise<Made> {
  if (busyUsers.has(user.id)) refuse('BUSY', { text: ALREADY_RUNNING, retryAfterSeconds: PDF_RETRY_SECONDS });
  busyUsers.add(user.id);
  let resumedAtMs = performance.now();
  try {
    return await make(async () => {
      await rest(performance.now() - resumedAtMs);
      if (signal?.aborted) refuse('BUSY', { text: STOPPED });
      resumedAtMs = performance.now();
    });
  } finally {
    busyUsers.delete(user.id);
  }
}

/** After a piece of work; the only PDF rests for a turn of the event loop. */
async function rest(pieceMs: number): Promise<void> {
  if (busyUsers.size === 1) return nextTurn();
  const nowMs = performance.now();
  const owed = Math.max(restUntilMs, nowMs) + Math.min(pieceMs, MOST_PIECE_MS) * PACE;
  // One piece of each: nobody rests for earlier ones.
  restUntilMs = Math.min(owed, nowMs + MOST_PIECE_MS * PACE * busyUsers.size);
  await sleep(restUntilMs - nowMs);
}

const ALREADY_RUNNING = 'Já estamos preparando um PDF para você. Espere alguns segundos e peça de novo.';
const STOPPED = 'O pedido foi interrompido antes de o PDF ficar pronto';
