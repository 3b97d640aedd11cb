import { and, asc, gt, isNull } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Tx } from '#db/db';
import { among } from '#server/kernel/any-of';
import type { Clock } from '#server/kernel/clock';
import type { MessageKind } from './catalogue.ts';
import { carriesFreezeLink } from './freeze-link.ts';
import type { Receiver } from './message.ts';

type Told = { kind: MessageKind; to: Receiver };

/** Besides letters with a link that freezes, of what an intruder would hide. */
const ALSO: ReadonlySet<MessageKind> = new Set<MessageKind>([
  ...(['payee_trusted', 'other_payee_paid', 'payee_renamed'] as const),
  ...(['key_claim_received', 'key_claim_confirmed', 'key_claim_ended'] as const),
  ...(['frozen_by_owner', 'user_deactivated'] as const),
  ...(['document_free_asked', 'document_kept', 'document_freed'] as const),
]);

const hasCopy = (kind: MessageKind): boolean => carriesFreezeLink(kind) || ALSO.has(kind);

type Former = { email: string; emailConfirmedAt: Date };

/**
 * While a change of e-mail can be undone, letters about access and payments also go to the former address, by user: whoever changed it
 * would hide from the owner what they do. Only to one that was confirmed: another may be a stranger's. Of other letters nothing is read.
 */
export async function formerAddresses(
  tx: Tx,
  clock: Clock,
  told: readonly Told[],
): Promise<ReadonlyMap<string, Former>> {
  const userIds = [...new Set(told.filter(({ kind }) => hasCopy(kind)).map(({ to }) => to.id))];
  if (userIds.length === 0) return new Map();
  const { emailUndos } = tx.tables;
  const rows = await tx
    .select(columnsOf(emailUndos, 'userId', 'formerEmail', 'formerConfirmedAt'))
    .from(emailUndos)
    .where(
      and(
        among(tx, emailUndos.userId, userIds),
        isNull(emailUndos.usedAt),
        gt(emailUndos.expiresAt, clock.real()),
      ),
    )
    .orderBy(asc(emailUndos.createdAt));
  const former = new Map<string, Former>();
  // The first change counts.
  for (const { userId, formerEmail: email, formerConfirmedAt } of rows.toReversed())
    if (formerConfirmedAt) former.set(userId, { email, emailConfirmedAt: formerConfirmedAt });
  return former;
}

/** The same letter to the former address; none if it has no such copy, or goes there already. */
export function copyOf<Letter extends Told>(letter: Letter, former: ReadonlyMap<string, Former>): Letter[] {
  const { kind, to } = letter;
  const there = former.get(to.id);
  if (!there || there.email === to.email || !hasCopy(kind)) return [];
  return [{ ...letter, to: { ...to, ...there } }];
}
