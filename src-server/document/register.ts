import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';
import type { DocumentKind } from '#domain/document/words';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';

/** What the public may know of one party of a document. */
export type MaskedParty = { role: string; name: string };

/** A document as the register has it, without its bytes. */
export type RegisteredDocument = {
  code: string;
  kind: DocumentKind;
  title: string;
  /** What it is the receipt of; null for a document about something else. */
  transactionId: string | null;
  issuedAt: Date;
  amountCents: number | null;
  sha256: string;
  contentSha256: string;
  maskedParties: MaskedParty[];
};

/** A document with its bytes, as made. */
export type KeptDocument = RegisteredDocument & { bytes: Buffer };

/** A document to be registered; its hash is taken of its bytes. */
export type NewDocument = Omit<KeptDocument, 'sha256'> & { relatedId: string | null };

/** SHA-256 in hexadecimal. */
export const sha256 = (of: Uint8Array | string): string => createHash('sha256').update(of).digest('hex');

/**
 * Registers a document unless one with its code, or of its transaction, is there already, and hands back the one that is
 * there now: whoever comes second gets the bytes of whoever came first. What was registered is audited in its commit.
 */
export async function keepDocument(ctx: Context, document: NewDocument): Promise<KeptDocument> {
  await ctx.db.transaction((tx) => registerDocument(tx, ctx, document));
  const kept = await findKept(ctx.db, document.code);
  if (!kept) throw new Error(`document ${document.code} was not registered: another one is in its place`);
  return kept;
}

/** Registers a document, audited, inside the transaction of what it confirms; one that is there already stays. */
export async function registerDocument(tx: Tx, ctx: Context, document: NewDocument): Promise<void> {
  const { documents } = tx.tables;
  const row = { id: newId(), ...document, sha256: sha256(document.bytes) };
  const made = await tx.insert(documents).values(row).onConflictDoNothing().returning({ id: documents.id });
  if (made.length === 0) return;
  await record(tx, ctx, {
    action: 'register_document',
    entityType: 'document',
    entityId: row.id,
    changes: { code: row.code, kind: row.kind, sha256: row.sha256 },
  });
}

/** The document with this code and its bytes, or null. */
export async function findKept(on: Reader, code: string): Promise<KeptDocument | null> {
  const { documents } = on.tables;
  const [row] = await on
    .select({ ...registered(on.tables), bytes: documents.bytes })
    .from(documents)
    .where(eq(documents.code, code));
  return row ? { ...row, maskedParties: row.maskedParties as MaskedParty[] } : null;
}

/** What the register says of this code, or null. */
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
