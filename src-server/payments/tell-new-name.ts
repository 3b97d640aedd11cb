import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { parsePixKey, shownKey } from '#domain/pix/key';
import { isAnotherPayee, isSameName } from '#domain/pix/payee';
import type { Bank } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';

type Paid = { userId: string; target: string; name: string | null; document: string | null };

/**
 * Tells who has paid a key that it is under another name now than when they paid it last, or looked it up, unless they saw the new name before
 * they paid. In the payment's transaction, before the recipient is remembered.
 */
export async function tellNewName(
  tx: Tx,
  bank: Bank,
  { userId, target, name, document }: Paid,
): Promise<void> {
  if (name === null) return;
  const { keyLookups, recipients } = tx.tables;
  const [paid] = await tx
    .select({ name: recipients.name })
    .from(recipients)
    .where(and(eq(recipients.userId, userId), eq(recipients.kind, 'pix'), eq(recipients.target, target)));
  const [told] = await tx
    .select({ name: keyLookups.name, document: keyLookups.document })
    .from(keyLookups)
    .where(and(eq(keyLookups.userId, userId), eq(keyLookups.key, target)));
  const nameBefore = paid?.name ?? told?.name;
  if (!nameBefore || isSameName(nameBefore, name) || (told && isSameName(told.name, name))) return;
  // The bank's own name of its customer may differ from the provider's.
  if (!paid?.name && told && !isAnotherPayee(told, { name, document })) return;
  const key = parsePixKey(target);
  await queueMessage(tx, bank, 'payee_renamed', await receiverOf(tx, userId), {
    key: key ? shownKey(key) : target,
    name,
    nameBefore,
    wasPaid: Boolean(paid?.name),
  });
}
