import type { Kit } from '#db/kit/kit';
import type { ledgerTables } from '#db/schema/ledger';
import { DOCUMENT_KINDS } from '#domain/document/words';

export const documentTables = (kit: Kit, { transactions }: ReturnType<typeof ledgerTables>) => {
  const documents = kit.table(
    'documents',
    {
      id: kit.id('id').primaryKey(),
      /** Public: printed on the document and in its verification URL. */
      code: kit.text('code').notNull(),
      kind: kit.oneOf('kind', DOCUMENT_KINDS).notNull(),
      title: kit.text('title').notNull(),
      /** For receipts; one per transaction, the same for both sides. */
      transactionId: kit.id('transaction_id').references(() => transactions.id),
      relatedId: kit.id('related_id'),
      /** The moment the document is about; for a receipt, when the money moved. */
      issuedAt: kit.at('issued_at').notNull(),
      amountCents: kit.cents('amount_cents'),
      /** SHA-256 of `bytes`, hexadecimal. */
      sha256: kit.text('sha256').notNull(),
      /** SHA-256 of its content as canonical JSON, independent of layout. */
      contentSha256: kit.text('content_sha256').notNull(),
      /** [{role, name}] with masked names. */
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
