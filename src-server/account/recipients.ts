import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tables } from '#db/schema';
import { RECIPIENT_KINDS, type RecipientListInput } from '#domain/account/recipient';
import { toDecimal } from '#domain/money';
import { PIX_KEY_TYPES, parsePixKey } from '#domain/pix/key';
import { trustWaits } from '#domain/protection/judge';
import { maskDocument } from '#domain/tax-id';
import type { SignedInContext } from '#server/kernel/context';

/**
 * `accountNumber` and `pixKey` by kind; neither for a boleto's beneficiary. `name` and `document` (CPF masked, CNPJ
 * whole) as of the last payment; null: unknown. `trustedUpTo`: payments up to it are not confirmed again; null: not trusted.
 * `trustedFrom`: when that begins to count; null: it counts, or there is none.
 */
export const recipientSchema = z.object({
  id: z.string(),
  kind: z.enum(RECIPIENT_KINDS),
  name: z.string().nullable(),
  document: z.string().nullable(),
  accountNumber: z.string().nullable(),
  pixKey: z.string().nullable(),
  pixKeyType: z.enum(PIX_KEY_TYPES).nullable(),
  nickname: z.string().nullable(),
  isPinned: z.boolean(),
  trustedUpTo: z.string().nullable(),
  trustedFrom: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime(),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** Pinned ones first, then the last paid. Accounts only while they can receive. */
export async function listRecipients(
  ctx: SignedInContext,
  { kind, limit }: RecipientListInput,
): Promise<Recipient[]> {
  const { accounts, recipients } = ctx.db.tables;
  const rows = await ctx.db
    .select({ recipient: recipients })
    .from(recipients)
    .leftJoin(accounts, and(eq(recipients.kind, 'account'), eq(accounts.accountNumber, recipients.target)))
    .where(
      and(
        eq(recipients.userId, ctx.user.id),
        eq(recipients.kind, kind),
        or(ne(recipients.kind, 'account'), eq(accounts.isActive, true)),
      ),
    )
    .orderBy(sql`${recipients.pinnedAt} is null`, desc(recipients.lastUsedAt), desc(recipients.id))
    .limit(limit);
  const now = ctx.clock.now();
  return rows.map(({ recipient }) => answerOf(recipient, now));
}

function answerOf(row: Tables['recipients']['$inferSelect'], now: Date): Recipient {
  const { id, kind, target, name, document, nickname, pinnedAt, trustedCents, trustedFrom } = row;
  return {
    id,
    kind,
    name,
    document: document && maskDocument(document),
    accountNumber: kind === 'account' ? target : null,
    pixKey: kind === 'pix' ? target : null,
    pixKeyType: kind === 'pix' ? (parsePixKey(target)?.type ?? null) : null,
    nickname,
    isPinned: pinnedAt !== null,
    trustedUpTo: trustedCents === null ? null : toDecimal(trustedCents),
    trustedFrom: trustedFrom && trustWaits(row, now) ? trustedFrom.toISOString() : null,
    lastUsedAt: row.lastUsedAt.toISOString(),
  };
}
