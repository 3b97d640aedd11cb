import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';
import type { DocumentKind } from '#domain/document/words';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';

export type MaskedParty = { role: string; name: string };

export type RegisteredDocument = {
  code: string;
  kind: DocumentKind;
  title: string;
  /** For receipts. */
  transactionId: string | null;
  issuedAt: Date;
  amountCents: number | null;
  sha256: string;
  contentSha256: string;
  maskedParties: MaskedParty[];
};

export type KeptDocument = RegisteredDocument & { bytes: Buffer };

export type NewDocument = Omit<KeptDocument, 'sha256'> & { relatedId: string | null };

/** In hexadecimal. */
export const sha256 = (of: Uint8Array | string): string => createHash('sha256').update(of).digest('hex');

/** Concurrent calls get the first one's bytes. */
export async function keepDocument(ctx: Context, document: NewDocument): Promise<KeptDocument> {
  await ctx.db.transaction((tx) => registerDocument(tx, ctx, document));
  const kept = await findKept(ctx.db, document.code);
  if (!kept)
    throw new Error(
      `document ${document.code} not found: another document is registered for its transaction`,
    );
  return kept;
}

/** Does nothing if the code is registered already. */
export async function registerDocument(tx: Tx, ctx: Context, document: NewDocument): Promise<void> {
  const { documents } = tx.tables;
  const row = { id: newId(), ...document, sha256: sha256(document.bytes) };
  const made = await tx.insert(documents).values(row).onConflictDoNothing().returning({ id: documents.id });
  if (made.length === 0) return;
  await record(tx, ctx, {
    action: 'register_document',
    entityId: row.id,
    changes: { code: row.code, kind: row.kind, sha256: row.sha256 },
  });
}

export async function findKept(on: Reader, code: string): Promise<KeptDocument | null> {
  const { documents } = on.tables;
  const [row] = await on
    .select({ ...registered(on.tables), bytes: documents.bytes })
    .from(documents)
    .where(eq(documents.code, code));
  return row ? { ...row, maskedParties: row.maskedParties as MaskedParty[] } : null;
}

export async function findRegistered(on: Reader, code: string): Promise<RegisteredDocument | null> {
  const { documents } = on.tables;
  const [row] = await on.select(registered(on.tables)).from(documents).where(eq(documents.code, code));
  return row ? { ...row, maskedParties: row.maskedParties as MaskedParty[] } : null;
}

const registered = ({ documents }: Tables) => ({
  code: documents.code,
  kind: documents.kind,
  title: documents.title,
  transactionId: documents.transactionId,
  issuedAt: documents.issuedAt,
  amountCents: documents.amountCents,
  sha256: documents.sha256,
  contentSha256: documents.contentSha256,
  maskedParties: documents.maskedParties,
});
