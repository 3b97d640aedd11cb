import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { CONTACT_CHANNELS } from '#domain/auth/contact-code';

/**
 * What proves who somebody is beside the password, and what lets them in without it. Nothing here opens anything by itself:
 * every token and code is stored as a hash. Moments are real time.
 */
export const accessTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  const owner = () =>
    kit
      .id('user_id')
      .notNull()
      .references(() => users.id);

  /** A second factor that was shown and not yet confirmed: one a user, the last one counts. */
  const twoFactorSetups = kit.table('two_factor_setups', {
    userId: kit
      .id('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Encrypted by the key ring. */
    secret: kit.text('secret').notNull(),
    expiresAt: kit.at('expires_at').notNull(),
  });

  const backupCodes = kit.table(
    'backup_codes',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      /** A few bits of a keyed hash, so that one argon2 run finds the code among ten. */
      selector: kit.text('selector').notNull(),
      codeHash: kit.text('code_hash').notNull(),
      createdAt: kit.at('created_at').notNull(),
      usedAt: kit.at('used_at'),
    },
    (t) => [kit.index('backup_codes_user').on(t.userId, t.selector)],
  );

  /** The password was right and a code is outstanding; `id` is the SHA-256 of the token in the browser's cookie. */
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

  /** Links to a new password; `id` is the SHA-256 of the token in the e-mail. */
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

  /** Links that confirm a new e-mail address; `id` is the SHA-256 of the token in the e-mail. */
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

  /** One-time codes that confirm a telephone or an e-mail address; the last one sent to it counts. */
  const contactCodes = kit.table(
    'contact_codes',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      channel: kit.oneOf('channel', CONTACT_CHANNELS).notNull(),
      /** What received it: it confirms nothing else. */
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
   * Links by which the holder of a former e-mail address takes a change of it back; `id` is the SHA-256 of the token in the
   * e-mail. While one is open, what proves who somebody is goes to the former address.
   */
  const emailUndos = kit.table(
    'email_undos',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      formerEmail: kit.text('former_email').notNull(),
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

  /**
   * Links by which the owner turns a second factor off that somebody else turned on; `id` is the SHA-256 of the token in the
   * e-mail. There is one while the factor on is the one whose turning on it tells of.
   */
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

  /** Bearer tokens for scripts. Reading is always allowed; moving money only with `mayMoveMoney`. */
  const accessTokens = kit.table(
    'access_tokens',
    {
      id: kit.id('id').primaryKey(),
      userId: owner(),
      name: kit.text('name').notNull(),
      tokenHash: kit.text('token_hash').notNull(),
      mayMoveMoney: kit.bool('may_move_money').notNull(),
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

  return {
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
