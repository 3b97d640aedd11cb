import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { ownerIn } from '#db/schema/owner';
import { LIMIT_KINDS, LIMIT_ROLES, LIMIT_WINDOWS, PROOF_METHODS } from '#domain/protection/words';

/** What protects a customer's money from somebody else with the session. Moments are the bank's, except where noted. */
export const protectionTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  const owner = ownerIn(kit, { users });

  /** A customer's own choices; without a row the defaults hold. */
  const protections = kit.table(
    'protections',
    {
      userId: kit
        .id('user_id')
        .primaryKey()
        .references(() => users.id),
      /** Where MONEY_RULES is `none`: since when this customer wants the rules; null: not. */
      rulesSince: kit.at('rules_since'),
      /** Payments above this are confirmed whoever receives them; null: no such amount. */
      confirmAboveCents: kit.cents('confirm_above_cents'),
      /** How long the first payment to a new payee can be undone; null: as the parameters say. */
      undoMinutes: kit.count('undo_minutes'),
      /** Frozen by the owner: nothing leaves. Real time; null: not frozen. */
      frozenAt: kit.at('frozen_at'),
      /** Whether a freeze ended passkeys that counted: then the bank lifts it. Null: not frozen. */
      freezeEndedKeys: kit.bool('freeze_ended_keys'),
      /** Links to freeze that were sent before this are void. Real time. */
      freezeLinksFrom: kit.at('freeze_links_from'),
      /** E-mail or telephone changed last. Real time; null: never. */
      contactChangedAt: kit.at('contact_changed_at'),
      /** When the bank ends the second factors of a customer who lost them. Real time; null: nobody has asked for it. */
      factorsEndAt: kit.at('factors_end_at'),
      /** From when the bank may free the document of a customer whom it has deactivated. Real time; null: nobody has asked for it. */
      documentFreeFrom: kit.at('document_free_from'),
    },
    (t) => [kit.index('protections_factors_end').on(t.factorsEndAt).where(sql`factors_end_at is not null`)],
  );

  /** Append-only. The one with the latest `effectiveAt` that has passed holds, among those not cancelled. */
  const limitRules = kit.table(
    'limit_rules',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      role: kit.oneOf('role', LIMIT_ROLES).notNull(),
      kind: kit.oneOf('kind', LIMIT_KINDS).notNull(),
      window: kit.oneOf('window', LIMIT_WINDOWS).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      effectiveAt: kit.at('effective_at').notNull(),
      /** Of an administrator; null: the customer's own. */
      reason: kit.text('reason'),
      createdById: kit
        .id('created_by_id')
        .notNull()
        .references(() => users.id),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.index('limit_rules_user').on(t.userId, t.id),
      kit.check('limit_rules_amount', sql`${t.amountCents} >= 0`),
    ],
  );

  /** Append-only: raises that were cancelled, before they came into effect, or by a freeze or an undo. */
  const limitCancellations = kit.table('limit_cancellations', {
    ruleId: kit
      .id('rule_id')
      .primaryKey()
      .references(() => limitRules.id),
    cancelledById: kit
      .id('cancelled_by_id')
      .notNull()
      .references(() => users.id),
    cancelledAt: kit.at('cancelled_at').notNull(),
  });

  /** What was paid in a period, moved in the payment's commit under the lock of the customer's checking account. */
  const limitUses = kit.table(
    'limit_uses',
    {
      userId: owner(),
      /** `day 2026-11-25`, `night 2026-11-25` (until 6 h of the next day), `month 2026-11`, `token <id> 2026-11-25`. */
      period: kit.text('period').notNull(),
      pixPersonCents: kit.cents('pix_person_cents').notNull(),
      pixCompanyCents: kit.cents('pix_company_cents').notNull(),
      transferCents: kit.cents('transfer_cents').notNull(),
      boletoCents: kit.cents('boleto_cents').notNull(),
      /** How many were made, also those that came back. */
      payments: kit.count('payments').notNull().default(0),
      /** The day after which the row is no longer needed. */
      endsOn: kit.date('ends_on').notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.userId, t.period] }),
      kit.index('limit_uses_ends').on(t.endsOn),
      kit.check(
        'limit_uses_amounts',
        sql`${t.pixPersonCents} >= 0 and ${t.pixCompanyCents} >= 0 and ${t.transferCents} >= 0 and ${t.boletoCents} >= 0`,
      ),
    ],
  );

  /** A payment that its owner is asked to confirm. Bound to session and idempotency key, used once. Real time. */
  const confirmations = kit.table(
    'confirmations',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      /** `public_id` of the session that asked. */
      sessionId: kit.id('session_id').notNull(),
      idempotencyKey: kit.text('idempotency_key').notNull(),
      /** Canonical JSON of what is paid. A passkey signs its SHA-256. */
      content: kit.text('content').notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      /** Why it was asked for: a list of words. */
      reasons: kit.json('reasons').notNull(),
      /** Of the code sent by e-mail; null: none was sent. */
      codeHash: kit.text('code_hash'),
      attempts: kit.count('attempts').notNull(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      provenAt: kit.at('proven_at'),
      method: kit.oneOf('method', PROOF_METHODS),
      /** What the passkey signed, for a check without the bank; base64url, COSE for the key. */
      passkeyName: kit.text('passkey_name'),
      publicKey: kit.text('public_key'),
      clientData: kit.text('client_data'),
      authenticatorData: kit.text('authenticator_data'),
      signature: kit.text('signature'),
      usedAt: kit.at('used_at'),
    },
    (t) => [
      kit.index('confirmations_user').on(t.userId, t.idempotencyKey, t.id),
      kit
        .index('confirmations_proven')
        .on(t.userId, t.idempotencyKey)
        .where(sql`proven_at is not null and used_at is null`),
      kit.index('confirmations_by_email').on(t.userId, t.provenAt).where(sql`method = 'email'`),
      kit.index('confirmations_unused').on(t.createdAt).where(sql`used_at is null`),
    ],
  );

  return { protections, limitRules, limitCancellations, limitUses, confirmations };
};
