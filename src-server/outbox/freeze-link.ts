import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tables } from '#db/schema';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { addressOf } from '#domain/places';
import type { Bank } from '#server/kernel/context';
import type { KeyRing } from '#server/kernel/keys';
import type { MessageKind } from './catalogue.ts';

/** Letters about a sign-in, a payment or a change of access; each carries a link that freezes the account. */
const KINDS = new Set<MessageKind>([
  ...([
    'new_login',
    'token_created',
    'password_changed',
    'email_change_asked',
    'email_change_undone',
  ] as const),
  ...(['device_registered', 'device_ended', 'unfrozen_by_owner', 'unfrozen_for_owner'] as const),
  ...(['data_copied', 'phone_changed', 'key_made', 'key_deleted'] as const),
  ...(['limit_changed', 'limit_maximum_changed', 'protection_changed', 'payee_trusted'] as const),
  ...(['passkey_added', 'passkey_removed', 'passkey_copied'] as const),
  ...(['two_factor_enabled', 'two_factor_disabled', 'two_factor_undone', 'two_factor_ended'] as const),
  ...(['factors_end_asked', 'factors_kept', 'factors_ended'] as const),
  ...(['backup_codes_regenerated', 'backup_code_used', 'two_factor_blocked'] as const),
  ...(['payment_in_review', 'payment_refused'] as const),
  ...(['payment_waiting', 'payment_not_made', 'new_payee_paid'] as const),
  ...(['payment_failed', 'covered_payment_failed', 'pix_taken_back'] as const),
  ...(['contract_signed', 'credit_paid_out', 'account_adjusted', 'transaction_reversed'] as const),
]) as ReadonlySet<string>;

export const carriesFreezeLink = (kind: MessageKind): boolean => KINDS.has(kind);

const PURPOSE = 'freeze';

/** Stateless: the user, when it was issued, and a signature of both. */
export function newFreezeToken({ keys, clock }: Pick<Bank, 'keys' | 'clock'>, userId: string): string {
  const content = `${userId}.${clock.real().getTime()}`;
  const { keyId, mac } = keys.sign(PURPOSE, content);
  return `${content}.${keyId}.${mac}`;
}

/** Null if it is none of the bank's, or older than 72 hours by `now` (real time). */
export function readFreezeToken(
  keys: KeyRing,
  token: string,
  now: Date,
): { userId: string; issuedAt: Date } | null {
  const [userId, issued, keyId, mac, ...more] = token.split('.');
  if (!userId || !issued || !keyId || !mac || more.length > 0) return null;
  if (!keys.verify(PURPOSE, `${userId}.${issued}`, { keyId, mac })) return null;
  const issuedAt = new Date(Number(issued));
  const ageMs = now.getTime() - issuedAt.getTime();
  return ageMs < FREEZE_LINK_SECONDS * 1000 ? { userId, issuedAt } : null;
}

/**
 * The link of a letter that is being sent. It is made then and stored nowhere, so the commit of what the letter reports
 * pays nothing for it. Null for other kinds, and for an address that is neither a customer's confirmed one nor a confirmed one from
 * before a change that can be undone.
 */
export async function freezeLinkOf(
  bank: Pick<Bank, 'db' | 'keys' | 'clock' | 'env'>,
  { channel, kind, recipient }: { channel: string; kind: string; recipient: string },
): Promise<string | null> {
  if (channel !== 'mail' || !KINDS.has(kind)) return null;
  const ownerId = (await customerAt(bank, recipient)) ?? (await customerFormerlyAt(bank, recipient));
  return ownerId === null
    ? null
    : bank.env.APP_ORIGIN + addressOf('/congelar', { token: newFreezeToken(bank, ownerId) });
}

const isCustomer = ({ role, closedAt }: Tables['users']) => and(eq(role, 'cliente'), isNull(closedAt));

async function customerAt({ db }: Pick<Bank, 'db'>, recipient: string): Promise<string | null> {
  const [owner] = await db
    .prepared('outbox.freezeLink', (on, { users }) =>
      on
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            eq(users.email, sql.placeholder('recipient')),
            isCustomer(users),
            isNotNull(users.emailConfirmedAt),
          ),
        ),
    )
    .execute({ recipient });
  return owner?.id ?? null;
}

async function customerFormerlyAt(
  { db, clock }: Pick<Bank, 'db' | 'clock'>,
  recipient: string,
): Promise<string | null> {
  const { emailUndos, users } = db.tables;
  const [owner] = await db
    .select({ id: users.id })
    .from(emailUndos)
    .innerJoin(users, eq(users.id, emailUndos.userId))
    .where(
      and(
        eq(emailUndos.formerEmail, recipient),
        isNotNull(emailUndos.formerConfirmedAt),
        isNull(emailUndos.usedAt),
        gt(emailUndos.expiresAt, clock.real()),
        isCustomer(users),
      ),
    )
    .limit(1);
  return owner?.id ?? null;
}
