import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { ownerIn } from '#db/schema/owner';
import { CONTACT_CHANNELS } from '#domain/auth/contact-code';
import { PASSKEY_PURPOSES } from '#domain/protection/words';

/** Credentials beside the password. Tokens and codes are stored as hashes. Moments are real time. */
export const accessTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  const owner = ownerIn(kit, { users });

  /** A second factor being set up, until its first code; one per user, the last one counts. */
  const twoFactorSetups = kit.table('two_factor_setups', {
    userId: kit
      .id('user_id')
      .primaryKey()
      .references(() => users.id),
    secret: kit.text('secret').notNull(),
    expiresAt: kit.at('expires_at').notNull(),
  });

  const backupCodes = kit.table(
    'backup_codes',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      /** A few bits of a keyed hash, so that one argon2 run finds the code. */
      selector: kit.text('selector').notNull(),
      codeHash: kit.text('code_hash').notNull(),
      createdAt: kit.at('created_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('backup_codes_user').on(t.userId, t.selector)],
  );

  /** Logins between password and second factor; `id`: SHA-256 of the cookie's token. */
  const loginChallenges = kit.table(
    'login_challenges',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      attempts: kit.count('attempts').notNull(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      consumedAt: kit.at('consumed_at'),
    },
    (t) => [kit.index('login_challenges_expires').on(t.expiresAt)],
  );

  /** Reset links; `id`: SHA-256 of the mailed token. */
  const passwordResets = kit.table(
    'password_resets',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('password_resets_user').on(t.userId)],
  );

  /** Links that confirm a new e-mail; `id`: SHA-256 of the mailed token. */
  const emailChanges = kit.table(
    'email_changes',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      email: kit.text('email').notNull(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('email_changes_user').on(t.userId)],
  );

  /** Codes that confirm a telephone or e-mail; the last one sent counts. */
  const contactCodes = kit.table(
    'contact_codes',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      channel: kit.oneOf('channel', CONTACT_CHANNELS).notNull(),
      /** The e-mail or telephone, the only one that the code confirms. */
      sentTo: kit.text('sent_to').notNull(),
      codeHash: kit.text('code_hash').notNull(),
      attempts: kit.count('attempts').notNull(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('contact_codes_user').on(t.userId, t.channel, t.id)],
  );

  /**
   * Undo links of an e-mail change; `id`: SHA-256 of the token. While open, proofs of identity go to the former
   * address.
   */
  const emailUndos = kit.table(
    'email_undos',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      formerEmail: kit.text('former_email').notNull(),
      /** When its owner confirmed it; null: never, or before this was kept. */
      formerConfirmedAt: kit.at('former_confirmed_at'),
      email: kit.text('email').notNull(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [
      kit.index('email_undos_user').on(t.userId),
      kit.index('email_undos_former_email').on(t.formerEmail),
    ],
  );

  /** Links to remove a factor that somebody else turned on; `id`: SHA-256 of the mailed token. */
  const twoFactorUndos = kit.table(
    'two_factor_undos',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('two_factor_undos_user').on(t.userId)],
  );

  /** Bearer tokens for scripts; moving money needs `mayMoveMoney`. */
  const accessTokens = kit.table(
    'access_tokens',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      name: kit.text('name').notNull(),
      tokenHash: kit.text('token_hash').notNull(),
      mayMoveMoney: kit.bool('may_move_money').notNull(),
      /** Most money per call and per day under the rules for money; null: the defaults. */
      perCallCents: kit.cents('per_call_cents'),
      perDayCents: kit.cents('per_day_cents'),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      lastUsedAt: kit.at('last_used_at'),
      revokedAt: kit.at('revoked_at'),
    },
    (t) => [
      kit.uniqueIndex('access_tokens_hash').on(t.tokenHash),
      kit.index('access_tokens_user').on(t.userId),
    ],
  );

  const passkeys = kit.table(
    'passkeys',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      /** Base64url. */
      credentialId: kit.text('credential_id').notNull(),
      name: kit.text('name').notNull(),
      /** COSE key, base64url. */
      publicKey: kit.text('public_key').notNull(),
      /** Signatures counted by the authenticator; 0 where it does not count. */
      counter: kit.cents('counter').notNull(),
      transports: kit.json('transports').notNull(),
      isMultiDevice: kit.bool('is_multi_device').notNull(),
      isBackedUp: kit.bool('is_backed_up').notNull(),
      createdAt: kit.at('created_at').notNull(),
      lastUsedAt: kit.at('last_used_at'),
      /** Removed; kept because signatures name it. */
      endedAt: kit.at('ended_at'),
    },
    (t) => [
      kit.uniqueIndex('passkeys_credential').on(t.credentialId),
      kit.index('passkeys_user').on(t.userId),
    ],
  );

  /** WebAuthn challenges under way; `id`: SHA-256 of the challenge. */
  const passkeyChallenges = kit.table(
    'passkey_challenges',
    {
      id: kit.id('id').primaryKey(),
      purpose: kit.oneOf('purpose', PASSKEY_PURPOSES).notNull(),
      /** Null for a sign-in, where nobody is known yet. */
      userId: kit.id('user_id').references(() => users.id),
      /** `public_id` of the session; null for a sign-in. */
      sessionId: kit.id('session_id'),
      createdAt: kit.at('created_at').notNull(),
      expiresAt: kit.at('expires_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('passkey_challenges_expires').on(t.expiresAt)],
  );

  /** Browsers that a customer registered. */
  const devices = kit.table(
    'devices',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      name: kit.text('name').notNull(),
      /** Nonce of the device cookie (`auth/device.ts`). */
      mark: kit.text('mark').notNull(),
      /** SPKI, base64url, of the browser's key (ECDSA P-256); null: the cookie alone, of the browser that opened the account. */
      publicKey: kit.text('public_key'),
      createdAt: kit.at('created_at').notNull(),
      /** From then on its payments have the customer's own limits. */
      trustedFrom: kit.at('trusted_from').notNull(),
      lastUsedAt: kit.at('last_used_at').notNull(),
      endedAt: kit.at('ended_at'),
    },
    (t) => [kit.uniqueIndex('devices_mark').on(t.userId, t.mark)],
  );

  return {
    passkeys,
    passkeyChallenges,
    devices,
    twoFactorSetups,
    backupCodes,
    loginChallenges,
    passwordResets,
    emailChanges,
    emailUndos,
    twoFactorUndos,
    contactCodes,
    accessTokens,
  };
};
