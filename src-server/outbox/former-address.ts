import { and, asc, gt, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Clock } from '#server/kernel/clock';
import type { MessageKind } from './catalogue.ts';
import { carriesFreezeLink } from './freeze-link.ts';
import type { Receiver } from './message.ts';

type Told = { kind: MessageKind; to: Receiver };

/**
 * While a change of e-mail can be undone, letters about access and payments also go to the former address, by user: whoever changed it
 * would hide from the owner what they do. Of other letters nothing is read.
 */
export async function formerAddresses(
  tx: Tx,
  clock: Clock,
  told: readonly Told[],
): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(told.filter(({ kind }) => carriesFreezeLink(kind)).map(({ to }) => to.id))];
  if (userIds.length === 0) return new Map();
  const { emailUndos } = tx.tables;
  const rows = await tx
    .select({ userId: emailUndos.userId, email: emailUndos.formerEmail })
    .from(emailUndos)
    .where(
      and(
        inArray(emailUndos.userId, userIds),
        isNull(emailUndos.usedAt),
        gt(emailUndos.expiresAt, clock.real()),
      ),
    )
    .orderBy(asc(emailUndos.createdAt));
  return new Map(rows.toReversed().map(({ userId, email }) => [userId, email]));
}

/** The same letter to the former address, of which nobody knows whether it was confirmed; none if it has no such copy, or goes there already. */
export function copyOf<Letter extends Told>(letter: Letter, former: ReadonlyMap<string, string>): Letter[] {
  const { kind, to } = letter;
  const email = former.get(to.id);
  if (email === undefined || email === to.email || !carriesFreezeLink(kind)) return [];
  return [{ ...letter, to: { ...to, email, emailConfirmedAt: null } }];
}
