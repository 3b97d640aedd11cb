import { sql } from 'drizzle-orm';
import { alphabetical } from '#db/kit/alphabetical';
import type { Kit } from '#db/kit/kit';
import { CONSENT_KINDS } from '#domain/auth/consent';
import { ROLES } from '#domain/auth/role';

export const authTables = (kit: Kit) => {
  const users = kit.table(
    'users',
    {
      id: kit.id('id').primaryKey(),
      role: kit.oneOf('role', ROLES).notNull(),
      fullName: kit.text('full_name').notNull(),
      username: kit.text('username').notNull(),
      email: kit.text('email').notNull(),
      /** While null, mail to this address contains no text that a person typed. */
      emailConfirmedAt: kit.at('email_confirmed_at'),
      pendingEmail: kit.text('pending_email'),
      phone: kit.text('phone'),
      /** While null, the phone cannot become a PIX key. */
      phoneConfirmedAt: kit.at('phone_confirmed_at'),
      cpf: kit.text('cpf'),
      cnpj: kit.text('cnpj'),
      rg: kit.text('rg'),
      birthDate: kit.date('birth_date'),
      occupation: kit.text('occupation'),
      monthlyIncomeCents: kit.cents('monthly_income_cents'),
      /** While a raised income waits to count for credit: the previous one and the day of the raise. */
      incomeBeforeCents: kit.cents('income_before_cents'),
      incomeRaisedOn: kit.date('income_raised_on'),
      street: kit.text('street'),
      number: kit.text('number'),
      complement: kit.text('complement'),
      neighborhood: kit.text('neighborhood'),
      city: kit.text('city'),
      state: kit.text('state'),
      zipCode: kit.text('zip_code'),
      passwordHash: kit.text('password_hash').notNull(),
      isActive: kit.bool('is_active').notNull(),
      inactiveReason: kit.text('inactive_reason'),
      /** Closed by the customer and anonymized; final. */
      closedAt: kit.at('closed_at'),
      /** Its document may be registered again, and no longer signs in here: closed unused, or freed by an administrator. */
      documentFreedAt: kit.at('document_freed_at'),
      /** Encrypted with the key ring; null while two-factor is off. */
      totpSecret: kit.text('totp_secret'),
      /** Last accepted 30-second step: no code is accepted twice (RFC 6238, 5.2). */
      totpLastStep: kit.cents('totp_last_step'),
      ratingVb: kit.count('rating_vb'),
      asaasSubAccountId: kit.text('asaas_sub_account_id'),
      asaasAccountStatus: kit.text('asaas_account_status'),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('users_username').on(t.username),
      kit.uniqueIndex('users_email').on(t.email),
      kit.uniqueIndex('users_cpf').on(t.cpf).where(sql`document_freed_at is null`),
      kit.uniqueIndex('users_cnpj').on(t.cnpj).where(sql`document_freed_at is null`),
      // Letters to administrators are queued by payments of customers.
      kit.index('users_admins').on(t.id).where(sql`role = 'admin'`),
      // Each event of the provider names one.
      kit.index('users_sub_account').on(t.asaasSubAccountId).where(sql`asaas_sub_account_id is not null`),
      // Covers the order and counts of the administrators' list.
      kit.index('users_created').on(t.createdAt, t.id, t.role, t.isActive),
      kit.index('users_alphabetical').on(alphabetical(kit.engine, sql.raw('full_name')), t.id),
      kit.check('users_document', sql`(${t.cpf} is null) <> (${t.cnpj} is null)`),
      // Required columns: administrators name, e-mail and CPF; customers all until they close.
      kit.check(
        'users_customer_complete',
        sql`${t.role} = 'admin' or ${t.closedAt} is not null or (${t.phone} is not null and ${t.birthDate} is not null and ${t.occupation} is not null and ${t.monthlyIncomeCents} is not null and ${t.street} is not null and ${t.number} is not null and ${t.neighborhood} is not null and ${t.city} is not null and ${t.state} is not null and ${t.zipCode} is not null)`,
      ),
    ],
  );

  const termsAcceptances = kit.table(
    'terms_acceptances',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      version: kit.text('version').notNull(),
      ip: kit.text('ip').notNull(),
      acceptedAt: kit.at('accepted_at').notNull(),
    },
    (t) => [kit.index('terms_acceptances_user').on(t.userId, t.id)],
  );

  /** `id`: SHA-256 of the cookie's token. Moments are real time. */
  const sessions = kit.table(
    'sessions',
    {
      id: kit.id('id').primaryKey(),
      publicId: kit.id('public_id').notNull(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      expiresAt: kit.at('expires_at').notNull(),
      absoluteExpiresAt: kit.at('absolute_expires_at').notNull(),
      createdAt: kit.at('created_at').notNull(),
      lastSeenAt: kit.at('last_seen_at').notNull(),
      ip: kit.text('ip').notNull(),
      userAgent: kit.text('user_agent').notNull(),
      /** Null: unknown (opened by an older release). */
      passwordProvenAt: kit.at('password_proven_at'),
      /** Null: never. */
      factorProvenAt: kit.at('factor_proven_at'),
      /** Of the browser that it was opened in; null: unknown (opened by an older release). */
      mark: kit.text('mark'),
      /** The registered device or passkey that it was opened with or that proved itself since; null: neither. */
      deviceId: kit.id('device_id'),
      passkeyId: kit.id('passkey_id'),
    },
    (t) => [kit.uniqueIndex('sessions_public_id').on(t.publicId), kit.index('sessions_user').on(t.userId)],
  );

  /** One row per bucket (`login:<account>`, `lookup:<user>` …), counted before verification. Real time. */
  const attempts = kit.table('attempts', {
    bucket: kit.text('bucket').primaryKey(),
    count: kit.count('count').notNull(),
    windowStartedAt: kit.at('window_started_at').notNull(),
    blockedUntil: kit.at('blocked_until'),
  });

  /** Decisions beyond the terms: the newest row of a kind counts. */
  const consents = kit.table(
    'consents',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      kind: kit.oneOf('kind', CONSENT_KINDS).notNull(),
      isGranted: kit.bool('is_granted').notNull(),
      ip: kit.text('ip').notNull(),
      decidedAt: kit.at('decided_at').notNull(),
    },
    (t) => [kit.index('consents_user').on(t.userId, t.kind, t.id)],
  );

  return { users, termsAcceptances, sessions, attempts, consents };
};
