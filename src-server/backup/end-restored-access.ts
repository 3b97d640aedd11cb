import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { migrate, open } from '#db/open';
import { secondsAfter } from '#domain/moment';
import { SENDING } from '#domain/pix/order';

const REASON = 'O banco voltou a uma cópia de segurança. Se o pagamento é seu, faça-o de novo.';

/**
 * Ends what a copy brings back and may have been ended since it was made: sessions, sign-ins under way, tokens, links for a new password or
 * e-mail, and requests to end second factors or to free documents; payments that wait, for their time or a cover, are given back. Orders that it had not sent may
 * have been sent since: the provider is asked before they are sent or given back. Brings the copy to this release first, as the server's start
 * would. `at`: real time.
 */
export async function endRestoredAccess(url: string, at: Date): Promise<void> {
  const db = await open(url);
  try {
    await migrate(db);
    await db.transaction(async (tx) => {
      const { accessTokens, emailChanges, loginChallenges, passkeyChallenges, passwordResets } = tx.tables;
      const { coveredPayments: covered, paymentOrders: orders, protections, sessions, users } = tx.tables;
      const { waitingPayments: waiting } = tx.tables;
      for (const table of [sessions, loginChallenges, passkeyChallenges]) await tx.delete(table);
      await tx.update(passwordResets).set({ usedAt: at }).where(isNull(passwordResets.usedAt));
      await tx.delete(emailChanges).where(isNull(emailChanges.usedAt));
      await tx.update(users).set({ pendingEmail: null });
      await tx.update(accessTokens).set({ revokedAt: at }).where(isNull(accessTokens.revokedAt));
      // Its owner may have refused it.
      await tx.update(protections).set({ factorsEndAt: null }).where(isNotNull(protections.factorsEndAt));
      await tx
        .update(protections)
        .set({ documentFreeFrom: null })
        .where(isNotNull(protections.documentFreeFrom));
      await tx
        .update(orders)
        .set({ attempts: 1, nextLookAt: secondsAfter(at, SENDING.graceSeconds) })
        .where(and(eq(orders.status, 'reserved'), eq(orders.attempts, 0)));
      await tx
        .update(waiting)
        .set({ reason: REASON, nextLookAt: at })
        .where(sql`${waiting.status} = 'waiting'`);
      await tx.update(covered).set({ failReason: REASON }).where(eq(covered.status, 'covering'));
    });
  } finally {
    await db.close();
  }
}
