import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { RECIPIENT_KINDS } from '#domain/account/recipient';
import { CONTACT_TYPES, DIFFICULTIES } from '#domain/contact/words';

export const relationTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  /** Records of contacts with customers, written by administrators. */
  const contacts = kit.table(
    'contacts',
    {
      id: kit.id('id').primaryKey(),
      clientId: kit
        .id('client_id')
        .notNull()
        .references(() => users.id),
      operationId: kit.id('operation_id'),
      contactType: kit.oneOf('contact_type', CONTACT_TYPES).notNull(),
      notes: kit.text('notes').notNull(),
      difficulty: kit.oneOf('difficulty', DIFFICULTIES).notNull(),
      isResolved: kit.bool('is_resolved').notNull(),
      contactedAt: kit.at('contacted_at').notNull(),
      createdAt: kit.at('created_at').notNull(),
      createdById: kit
        .id('created_by_id')
        .notNull()
        .references(() => users.id),
    },
    (t) => [kit.index('contacts_client').on(t.clientId, t.id)],
  );

  /** Written in the commit of what they report. */
  const notifications = kit.table(
    'notifications',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      kind: kit.text('kind').notNull(),
      title: kit.text('title').notNull(),
      text: kit.text('text').notNull(),
      href: kit.text('href'),
      /** A notification with this key is stored once; null: no limit. */
      dedupeKey: kit.text('dedupe_key'),
      createdAt: kit.at('created_at').notNull(),
      readAt: kit.at('read_at'),
    },
    (t) => [
      kit.index('notifications_user').on(t.userId, t.id),
      kit.index('notifications_unread').on(t.userId).where(sql`read_at is null`),
      kit.uniqueIndex('notifications_dedupe_key').on(t.dedupeKey).where(sql`dedupe_key is not null`),
    ],
  );

  /** Whom a customer has paid; written in the commit of the payment. */
  const recipients = kit.table(
    'recipients',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      kind: kit.oneOf('kind', RECIPIENT_KINDS).notNull(),
      /** Account number, canonical PIX key, or document of a boleto's beneficiary (its name where there is none). */
      target: kit.text('target').notNull(),
      /** Name and document as the bank or the provider had them at the last payment; null: the provider has given none. */
      name: kit.text('name'),
      document: kit.text('document'),
      /** Chosen by the customer. */
      nickname: kit.text('nickname'),
      /** Null: before this was kept, or without one. */
      nicknamedAt: kit.at('nicknamed_at'),
      /** Null: before this was kept. */
      firstPaidAt: kit.at('first_paid_at'),
      lastUsedAt: kit.at('last_used_at').notNull(),
      pinnedAt: kit.at('pinned_at'),
      /** Paid to it unconfirmed in its first day. */
      unaskedCents: kit.cents('unasked_cents').notNull().default(0),
      /** Up to this amount a payment needs no confirmation; null: not trusted. */
      trustedCents: kit.cents('trusted_cents'),
      /** When the trust begins to count; null: it did at once. */
      trustedFrom: kit.at('trusted_from'),
    },
    (t) => [kit.uniqueIndex('recipients_target').on(t.userId, t.kind, t.target)],
  );

  return { contacts, notifications, recipients };
};
