import { eq } from 'drizzle-orm';
import type { TestBank } from '#server/testing/test-bank';

/** When signals last noted another e-mail or telephone of this customer. */
export async function contactChangedAt({ db }: TestBank, { id }: { id: string }): Promise<Date | null> {
  const { protections } = db.tables;
  const [row] = await db.select().from(protections).where(eq(protections.userId, id));
  return row?.contactChangedAt ?? null;
}
