import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { CONTRACT_STATUSES, CONTRACT_TYPES } from '#domain/contract/words';

/** A trigger refuses changes of a contract's text and terms. */
export const contractTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  const contracts = kit.table(
    'contracts',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      type: kit.oneOf('type', CONTRACT_TYPES).notNull(),
      /** Proposal or investment; one contract each. */
      relatedId: kit.id('related_id').notNull(),
      title: kit.text('title').notNull(),
      status: kit.oneOf('status', CONTRACT_STATUSES).notNull(),
      textVersion: kit.text('text_version').notNull(),
      /** Parties, terms, clauses and instalments as canonical JSON text, covered by the hash. */
      content: kit.text('content').notNull(),
      contentSha256: kit.text('content_sha256').notNull(),
      createdAt: kit.at('created_at').notNull(),
      signedAt: kit.at('signed_at'),
      /** Who signed, how and from where, as canonical JSON text; null until signed. */
      evidence: kit.text('evidence'),
    },
    (t) => [
      kit.uniqueIndex('contracts_related').on(t.relatedId),
      kit.index('contracts_user').on(t.userId, t.id),
      kit.index('contracts_waiting').on(t.createdAt, t.id).where(sql`status = 'pending_signature'`),
    ],
  );

  /** Signing codes; only the newest is valid. Times are real time. */
  const contractCodes = kit.table(
    'contract_codes',
    {
      id: kit.id('id').primaryKey(),
      contractId: kit
        .id('contract_id')
        .notNull()
        .references(() => contracts.id),
      codeHash: kit.text('code_hash').notNull(),
      sentTo: kit.text('sent_to').notNull(),
      attempts: kit.count('attempts').notNull(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('contract_codes_contract').on(t.contractId, t.id)],
  );

  return { contracts, contractCodes };
};
