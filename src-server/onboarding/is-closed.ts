import { and, eq, isNotNull } from 'drizzle-orm';
import type { Reader } from '#db/db';

/** Whether a customer has closed the relationship, which is final. */
export async function isClosed(on: Reader, userId: string): Promise<boolean> {
  const { users } = on.tables;
  return (await on.$count(users, and(eq(users.id, userId), isNotNull(users.closedAt)))) > 0;
}
