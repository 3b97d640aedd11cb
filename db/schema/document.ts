import type { Kit } from '#db/kit/kit';
import type { ledgerTables } from '#db/schema/ledger';
import { DOCUMENT_KINDS } from '#domain/document/words';

/** The register of every document the bank has made, with the documents themselves: append-only, kept as made. */
export const documentTables = (kit: Kit, { transactions }: ReturnType<typeof ledgerTables>) => {
  const documents = kit.table(
    'documents',
    {
      id: kit.id('id').primaryKey(),
      /** Public: what stands on the document and in the address of its verification. */
      code: kit.text('code').notNull(),
      kind: kit.oneOf('kind', DOCUMENT_KINDS).notNull(),
      title: kit.text('title').notNull(),
      /** Of a receipt: what it confirms. A transaction has one receipt, the same for both sides. */
      transactionId: kit.id('transaction_id').references(() => transactions.id),
      /** Of a contract: which one. */
      relatedId: kit.id('related_id'),
      /** The moment that the document is about: of a receipt, when the money moved. */
      issuedAt: kit.at('issued_at').notNull(),
      amountCents: kit.cents('amount_cents'),
      /** SHA-256 of `bytes`, in hexadecimal. */
      sha256: kit.text('sha256').notNull(),
      /** SHA-256 of what it says, as canonical JSON: independent of how it was set. */
      contentSha256: kit.text('content_sha256').notNull(),
      /** [{role, name}], as far as strangers may know: names masked. */
      maskedParties: kit.json('masked_parties').notNull(),
      bytes: kit.bytes('bytes').notNull(),
    },
    (t) => [
      kit.uniqueIndex('documents_code').on(t.code),
      kit.uniqueIndex('documents_transaction').on(t.transactionId),
      kit.index('documents_related').on(t.relatedId),
    ],
  );

  return { documents };
};
