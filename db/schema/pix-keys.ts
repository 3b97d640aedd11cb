import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { ownerIn } from '#db/schema/owner';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { CLAIM_ENDS, CLAIM_KINDS, CLAIM_ROLES, CLAIM_STATUSES } from '#domain/pix/key-claim';
import { PAYEE_SOURCES } from '#domain/pix/payee';

/** Who has which PIX key. Moments are the bank's, except where noted. */
export const pixKeyTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  const owner = ownerIn(kit, { users });

  /** Active keys of customers, as the provider listed them last. The provider's list is the truth. */
  const pixKeys = kit.table(
    'pix_keys',
    {
      key: kit.text('key').primaryKey(),
      userId: owner(),
      type: kit.oneOf('type', PIX_KEY_TYPES).notNull(),
      providerId: kit.text('provider_id').notNull(),
      /** Real time. */
      seenAt: kit.at('seen_at').notNull(),
    },
    (t) => [kit.index('pix_keys_user').on(t.userId)],
  );

  /** Whose key it is, as a customer was told last before paying it. Deleted after a day. */
  const keyLookups = kit.table(
    'key_lookups',
    {
      userId: owner(),
      key: kit.text('key').notNull(),
      name: kit.text('name').notNull(),
      /** A CPF is masked. */
      document: kit.text('document'),
      institution: kit.text('institution'),
      source: kit.oneOf('source', PAYEE_SOURCES).notNull(),
      /** Real time. */
      lookedUpAt: kit.at('looked_up_at').notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.userId, t.key] }), kit.index('key_lookups_age').on(t.lookedUpAt)],
  );

  /** Portability and ownership claims, one row for each customer that takes part. A guard lets them only go forward. */
  const keyClaims = kit.table(
    'key_claims',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      role: kit.oneOf('role', CLAIM_ROLES).notNull(),
      kind: kit.oneOf('kind', CLAIM_KINDS).notNull(),
      status: kit.oneOf('status', CLAIM_STATUSES).notNull(),
      key: kit.text('key').notNull(),
      keyType: kit.oneOf('key_type', PIX_KEY_TYPES).notNull(),
      /** Null until the provider has answered. */
      providerId: kit.text('provider_id'),
      /** Where the key is, or would go. */
      otherInstitution: kit.text('other_institution'),
      /** Until when who has the key may answer, and when an unanswered claim of ownership ends. */
      resolveBy: kit.at('resolve_by').notNull(),
      completeBy: kit.at('complete_by').notNull(),
      endedBy: kit.oneOf('ended_by', CLAIM_ENDS),
      /** Real time; null once concluded. */
      nextLookAt: kit.at('next_look_at'),
      createdAt: kit.at('created_at').notNull(),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.uniqueIndex('key_claims_provider').on(t.providerId, t.userId),
      kit.uniqueIndex('key_claims_open').on(t.userId, t.key).where(sql`concluded_at is null`),
      kit.index('key_claims_user').on(t.userId, t.id),
      kit.index('key_claims_due').on(t.nextLookAt).where(sql`next_look_at is not null`),
      kit.check(
        'key_claims_concluded',
        sql`(${t.status} in ('completed', 'cancelled')) = (${t.concludedAt} is not null) and (${t.concludedAt} is null) = (${t.endedBy} is null)`,
      ),
    ],
  );

  return { pixKeys, keyLookups, keyClaims };
};
