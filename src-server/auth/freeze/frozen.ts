import { eq, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { refuse } from '#domain/refusal';

/** Since when the owner has frozen the account (real time); null: it is not frozen. */
export async function frozenSince(db: Reader, userId: string): Promise<Date | null> {
  const [row] = await db
    .prepared('auth.frozenSince', (on, { protections }) =>
      on
        .select({ frozenAt: protections.frozenAt })
        .from(protections)
        .where(eq(protections.userId, sql.placeholder('userId'))),
    )
    .execute({ userId });
  return row?.frozenAt ?? null;
}

/** Refuses ACCOUNT_FROZEN_BY_OWNER. */
export async function refuseFrozen(db: Reader, userId: string): Promise<void> {
  if (await frozenSince(db, userId)) refuse('ACCOUNT_FROZEN_BY_OWNER');
}
