import { eq } from 'drizzle-orm';
import type { Bank, SignedInContext } from '#server/kernel/context';

const WORKER = 'Pagamentos do banco';

const NO_COOKIES = { set: () => {}, clear: () => {} };

/** Context of work that continues after its customer was answered: without session, token and IP address. */
export async function ownerContext(bank: Bank, userId: string): Promise<SignedInContext> {
  const { users } = bank.db.tables;
  const [user] = await bank.db
    .select({ id: users.id, fullName: users.fullName, role: users.role })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Error(`user ${userId} not found`);
  return {
    ...bank,
    user,
    session: null,
    token: null,
    cookies: NO_COOKIES,
    request: {
      id: userId,
      ip: '',
      userAgent: WORKER,
      deviceToken: null,
      challengeToken: null,
      sessionToken: null,
      bearerToken: null,
    },
  };
}
