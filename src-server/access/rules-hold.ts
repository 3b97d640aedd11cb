import { eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Bank } from '#server/kernel/context';

/** Whether the rules for money (MONEY_RULES) hold for this customer. Payments know it from their own facts. */
export async function rulesHoldFor(db: Reader, { env }: Pick<Bank, 'env'>, userId: string): Promise<boolean> {
  if (env.MONEY_RULES === 'standard') return true;
  const { protections } = db.tables;
  const [own] = await db
    .select({ since: protections.rulesSince })
    .from(protections)
    .where(eq(protections.userId, userId));
  return own?.since != null;
}
