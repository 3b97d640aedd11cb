import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { among } from '#server/kernel/any-of';

const STOPPED = 'O acesso à sua conta foi encerrado por segurança. Se o pagamento é seu, faça-o de novo.';
const ASKER_ENDED =
  'O token, a sessão ou o aparelho que pediu este pagamento foi encerrado. Se o pagamento é seu, faça-o de novo.';

/** All payments of a customer that wait or are reviewed. `at`, here and below, is real time. Returns their count. */
export const stopWaitingPayments = (tx: Tx, userId: string, at: Date): Promise<number> =>
  stop(tx, userId, { at, reason: STOPPED });

/**
 * Those that an ended session or token asked for. `accessIds`: public ids of sessions, ids of tokens. Returns their count for the audit
 * row; null: there are none.
 */
export async function stopPaymentsOf(
  tx: Tx,
  userId: string,
  accessIds: readonly string[],
  at: Date,
): Promise<{ stoppedPayments: number } | null> {
  const { paymentIntents: intents, waitingPayments: waiting } = tx.tables;
  const asked = tx
    .select({ one: sql`1` })
    .from(intents)
    .where(and(eq(intents.id, waiting.transactionId), among(tx, intents.accessId, accessIds)));
  const stoppedPayments = await stop(tx, userId, { at, reason: ASKER_ENDED, which: exists(asked) });
  return stoppedPayments > 0 ? { stoppedPayments } : null;
}

/** Their worker gives the money back; whoever releases one meanwhile finds it stopped. */
async function stop(
  tx: Tx,
  userId: string,
  { at, reason, which }: { at: Date; reason: string; which?: SQL },
): Promise<number> {
  const { waitingPayments: waiting } = tx.tables;
  const stopped = await tx
    .update(waiting)
    .set({ reason, nextLookAt: at })
    .where(and(eq(waiting.userId, userId), sql`${waiting.status} = 'waiting'`, isNull(waiting.reason), which))
    .returning({ id: waiting.transactionId });
  return stopped.length;
}
