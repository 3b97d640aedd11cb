import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { RecipientKind } from '#domain/account/recipient';
import { bankDate } from '#domain/date';
import { MAX_RECIPIENTS } from '#domain/limits';
import { isAnotherPayee } from '#domain/pix/payee';
import { parametersOn } from '#domain/protection/limits';
import { among } from '#server/kernel/any-of';
import { newId } from '#server/kernel/id';

/** `name` and `document` come from the bank or the provider, never from the payer or a PIX code; null: unknown. */
export type Paid = {
  userId: string;
  kind: RecipientKind;
  target: string;
  name: string | null;
  document: string | null;
  lastUsedAt: Date;
  /** What a code by e-mail has confirmed; absent: it was confirmed otherwise. */
  byEmailCents?: number | undefined;
  /** A token, which a thief may have, asked for it. An order knows it where the rules for money hold, as in production. */
  isByToken?: boolean | undefined;
};

/**
 * In the payment's transaction, after its accounts are locked. Whoever has the key now, if not whom the customer paid before, is known
 * and trusted no more than anybody new.
 */
export async function rememberRecipient(tx: Tx, paid: Paid): Promise<void> {
  const { recipients } = tx.tables;
  const isIt = and(
    eq(recipients.userId, paid.userId),
    eq(recipients.kind, paid.kind),
    eq(recipients.target, paid.target),
  );
  const [before] = await tx
    .select({ name: recipients.name, document: recipients.document })
    .from(recipients)
    .where(isIt);
  if (before && isAnotherPayee(before, paid))
    await tx
      .update(recipients)
      .set({ document: paid.document, trustedCents: null, trustedFrom: null, firstPaidAt: paid.lastUsedAt })
      .where(isIt);
  await rememberRecipients(tx, [paid]);
}

/**
 * Of what may be paid unasked on the first day. Such a code opens as much as it confirmed: else a cent to each of many would open R$ 500,00
 * of each.
 */
const usedUpCents = (byEmailCents: number, at: Date): number =>
  Math.max(0, parametersOn(bankDate(at)).codeByEmailUpToCents - byEmailCents);

const AGAIN = `on conflict (user_id, kind, target) do update set name = coalesce(excluded.name, recipients.name),
  document = coalesce(excluded.document, recipients.document), last_used_at = excluded.last_used_at`;

/** Of the bank's own accounts, whose holders stay the same. One statement, or two if one of them is new. */
export async function rememberRecipients(tx: Tx, paid: readonly Paid[]): Promise<void> {
  const { recipients } = tx.tables;
  const last = new Map(paid.map((one) => [`${one.userId} ${one.kind} ${one.target}`, one]));
  const latest = [...last.values()];
  const rows = latest.map(({ byEmailCents, isByToken: _by, ...one }) => ({
    ...one,
    id: newId(),
    firstPaidAt: one.lastUsedAt,
    nickname: null,
    nicknamedAt: null,
    pinnedAt: null,
    trustedCents: null,
    trustedFrom: null,
    unaskedCents: byEmailCents === undefined ? 0 : usedUpCents(byEmailCents, one.lastUsedAt),
  }));
  const kept = await tx.insertRows(recipients, rows, { conflict: AGAIN, returning: ['id'] });
  const written = new Set(kept.map(({ id }) => id));
  const added = rows.filter(({ id }) => written.has(id));
  const byToken = added.filter((row) => latest[rows.indexOf(row)]?.isByToken).map(({ id }) => id);
  if (added.length > 0) await forgetOldest(tx, added, byToken);
}

/** Keeps MAX_RECIPIENTS of each kind: pinned and trusted ones, then the last paid, then those that a token has added now: it pushes out nobody. */
async function forgetOldest(
  tx: Tx,
  added: readonly Pick<Paid, 'userId'>[],
  byToken: readonly string[],
): Promise<void> {
  const { recipients } = tx.tables;
  const place = sql<number>`row_number() over (
    partition by ${recipients.userId}, ${recipients.kind}
    order by ${recipients.pinnedAt} is null and ${recipients.trustedCents} is null, ${among(tx, recipients.id, byToken)},
      ${recipients.lastUsedAt} desc, ${recipients.id} desc)`.as('place');
  const userIds = [...new Set(added.map(({ userId }) => userId))];
  const ranked = tx
    .select({ id: recipients.id, place })
    .from(recipients)
    .where(among(tx, recipients.userId, userIds))
    .as('ranked');
  const surplus = tx.select({ id: ranked.id }).from(ranked).where(gt(ranked.place, MAX_RECIPIENTS));
  await tx.delete(recipients).where(and(inArray(recipients.id, surplus), isNull(recipients.pinnedAt)));
}
