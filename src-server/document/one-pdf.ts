import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PDF_RETRY_SECONDS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';

const busyUsers = new Set<string>();

/** Of a thread's time, what several PDFs together may use: typesetting is slow, and everybody else waits for the same thread. */
const SHARE = 1 / 3;
/** When the time that was used so far has become that share. */
let paidUntilMs = 0;

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

/** After `usedMs` of the thread; the only PDF rests for a turn of the event loop. */
async function rest(usedMs: number): Promise<void> {
  const nowMs = performance.now();
  paidUntilMs = Math.max(paidUntilMs, nowMs - usedMs) + usedMs / SHARE;
  if (busyUsers.size > 1 && paidUntilMs > nowMs) await sleep(paidUntilMs - nowMs);
  else await nextTurn();
}

const ALREADY_RUNNING = 'Já estamos preparando um PDF para você. Espere alguns segundos e peça de novo.';
const STOPPED = 'O pedido foi interrompido antes de o PDF ficar pronto';
