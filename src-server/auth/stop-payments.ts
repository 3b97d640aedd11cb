import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { among } from '#server/kernel/any-of';

const STOPPED = 'O acesso à sua conta foi encerrado por segurança. Se o pagamento é seu, faça-o de novo.';
const ASKER_ENDED =
  'O token, a sessão ou o aparelho que pediu este pagamento foi encerrado. Se o pagamento é seu, faça-o de novo.';

/** For the audit row; null: none. */
type Stopped = { stoppedPayments: number } | null;

/** All payments of a customer that wait or are reviewed. `at`, here and below, is real time. */
export const stopWaitingPayments = (tx: Tx, userId: string, at: Date): Promise<Stopped> =>
  stop(tx, userId, { at, reason: STOPPED });

/** Those that an ended session or token asked for. `accessIds`: public ids of sessions, ids of tokens. */
export async function stopPaymentsOf(
  tx: Tx,
  userId: string,
  accessIds: readonly string[],
  at: Date,
): Promise<Stopped> {
  const { paymentIntents: intents, waitingPayments: waiting } = tx.tables;
  const asked = tx
    .select({ one: sql`1` })
    .from(intents)
    .where(and(eq(intents.id, waiting.transactionId), among(tx, intents.accessId, accessIds)));
  return stop(tx, userId, { at, reason: ASKER_ENDED, which: exists(asked) });
}

/** Their worker gives the money back; whoever releases one meanwhile finds it stopped. */
async function stop(
  tx: Tx,
  userId: string,
  { at, reason, which }: { at: Date; reason: string; which?: SQL },
): Promise<Stopped> {
  const { waitingPayments: waiting } = tx.tables;
  const stopped = await tx
    .update(waiting)
    .set({ reason, nextLookAt: at })
    .where(and(eq(waiting.userId, userId), sql`${waiting.status} = 'waiting'`, isNull(waiting.reason), which))
    .returning({ id: waiting.transactionId });
  return stopped.length > 0 ? { stoppedPayments: stopped.length } : null;
}
