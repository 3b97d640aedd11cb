import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { placeholdersOf } from '#db/placeholders';
import type { RecipientKind } from '#domain/account/recipient';
import { MAX_RECIPIENTS } from '#domain/limits';
import { newId } from '#server/kernel/id';

/** `name` and `document` come from the bank or the provider, never from the payer or a PIX code; null: unknown. */
export type Paid = {
  userId: string;
  kind: RecipientKind;
  target: string;
  name: string | null;
  document: string | null;
  lastUsedAt: Date;
};

/** In the payment's transaction, after its accounts are locked: one statement, or two for a new recipient. */
export async function rememberRecipient(tx: Tx, paid: Paid): Promise<void> {
  const id = newId();
  const [kept] = await tx
    .prepared('account.rememberRecipient', (on, { recipients }) =>
      on
        .insert(recipients)
        .values({ ...placeholdersOf(recipients), nickname: null, pinnedAt: null })
        .onConflictDoUpdate({
          target: [recipients.userId, recipients.kind, recipients.target],
          set: {
            name: sql`coalesce(excluded.name, ${recipients.name})`,
            document: sql`coalesce(excluded.document, ${recipients.document})`,
            lastUsedAt: sql`excluded.last_used_at`,
          },
        })
        .returning({ id: recipients.id }),
    )
    .execute({ ...paid, id });
  if (kept?.id === id) await forgetOldest(tx, paid);
}

/** Keeps MAX_RECIPIENTS of a kind: pinned ones, then the last paid. */
async function forgetOldest(tx: Tx, { userId, kind }: Paid): Promise<void> {
  const { recipients } = tx.tables;
  const surplus = tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.userId, userId), eq(recipients.kind, kind)))
    .orderBy(sql`${recipients.pinnedAt} is null`, desc(recipients.lastUsedAt), desc(recipients.id))
    .limit(MAX_RECIPIENTS)
    .offset(MAX_RECIPIENTS);
  await tx.delete(recipients).where(and(inArray(recipients.id, surplus), isNull(recipients.pinnedAt)));
}
