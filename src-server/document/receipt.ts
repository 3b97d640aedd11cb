import { and, gte, lte } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { canonicalJson } from '#domain/canonical-json';
import { documentCode, idsOfCode } from '#domain/document/code';
import { maskName } from '#domain/document/mask-name';
import type { Context } from '#server/kernel/context';
import type { Receipt } from './receipt-content.ts';
import { receiptPdf, receiptTitle } from './receipt-pdf.ts';
import { findKept, type KeptDocument, keepDocument, sha256 } from './register.ts';

/** Created on first request; `limited` may refuse or delay the creation. */
export async function keptReceipt(ctx: Context, receipt: Receipt, limited: Limited): Promise<KeptDocument> {
  return (await findKept(ctx.db, receipt.content.code)) ?? limited(() => makeReceipt(ctx, receipt));
}

type Limited = (make: () => Promise<KeptDocument>) => Promise<KeptDocument>;

async function makeReceipt(ctx: Context, receipt: Receipt): Promise<KeptDocument> {
  const { content } = receipt;
  return keepDocument(ctx, {
    ...publicFacts(receipt),
    relatedId: null,
    contentSha256: sha256(canonicalJson(content)),
    bytes: Buffer.from(await receiptPdf(content, ctx.env)),
  });
}

/** What anybody who has the code may see of a receipt. */
export const publicFacts = ({ content, amountCents }: Receipt) => ({
  code: content.code,
  kind: 'receipt' as const,
  title: receiptTitle(content),
  transactionId: content.transactionId,
  issuedAt: new Date(content.createdAt),
  amountCents,
  maskedParties: [
    { role: 'payer', name: publicName(content.payer) },
    { role: 'payee', name: publicName(content.payee) },
  ],
});

/** Null if none. */
export async function findTransactionByCode(on: Reader, code: string): Promise<string | null> {
  const { first, last } = idsOfCode(code);
  const { transactions } = on.tables;
  const near = await on
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(gte(transactions.id, first), lte(transactions.id, last)));
  return near.find(({ id }) => documentCode(id) === code)?.id ?? null;
}

/** Companies and the bank are public; persons and unknown parties are masked. */
function publicName({ name, document, institution }: Receipt['content']['payer']): string {
  const isPerson = document?.startsWith('***') ?? institution === null;
  return isPerson ? maskName(name) : name;
}
