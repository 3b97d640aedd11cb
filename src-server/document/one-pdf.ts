import { setImmediate as nextTurn } from 'node:timers/promises';
import { PDF_RETRY_SECONDS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';

const busyUsers = new Set<string>();

/** One at a time per user. Refuses BUSY, also once `signal` aborts. `yieldTurn` lets other requests run. */
export async function onePdfAtATime<Made>(
  { user }: Pick<SignedInContext, 'user'>,
  signal: AbortSignal | undefined,
  make: (yieldTurn: () => Promise<void>) => Promise<Made>,
): Promise<Made> {
  if (busyUsers.has(user.id)) refuse('BUSY', { text: ALREADY_RUNNING, retryAfterSeconds: PDF_RETRY_SECONDS });
  busyUsers.add(user.id);
  try {
    return await make(async () => {
      await nextTurn();
      if (signal?.aborted) refuse('BUSY', { text: STOPPED });
    });
  } finally {
    busyUsers.delete(user.id);
  }
}

const ALREADY_RUNNING = 'Já estamos preparando um PDF para você. Espere alguns segundos e peça de novo.';
const STOPPED = 'O pedido foi interrompido antes de o PDF ficar pronto';
