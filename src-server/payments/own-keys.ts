import { and, eq, gte, lte, not } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { secondsAfter } from '#domain/moment';
import { type Party, toParty } from '#server/account/shapes';
import { lockedRow } from '#server/auth/own-row';
import { among } from '#server/kernel/any-of';
import type { Bank } from '#server/kernel/context';
import type { ProviderKey } from '#server/provider/shapes';

/** How long the bank's own record of a key counts, and how often it is written again. A daily step looks at every account. */
const BELIEVED_SECONDS = 48 * 3600;
const WRITTEN_EACH_SECONDS = 12 * 3600;

type Known = Pick<ProviderKey, 'id' | 'type'> & { key: string };

const activeOf = (keys: readonly ProviderKey[]): Known[] =>
  keys.flatMap(({ id, type, key, status }) =>
    status === 'ACTIVE' && key !== null ? [{ id, type, key }] : [],
  );

/**
 * Keeps what the provider has just listed of a customer's keys; writes nothing while the record says the same. `seenAt`: before the provider
 * was asked; what the bank has learned since then stays.
 */
export async function keepOwnKeys(
  { db }: Pick<Bank, 'db'>,
  userId: string,
  listed: readonly ProviderKey[],
  seenAt: Date,
): Promise<void> {
  const { pixKeys } = db.tables;
  const active = activeOf(listed);
  const recent = secondsAfter(seenAt, -WRITTEN_EACH_SECONDS);
  const before = await db.select().from(pixKeys).where(eq(pixKeys.userId, userId));
  const isKept = ({ key, id }: Known) =>
    before.some((one) => one.key === key && one.providerId === id && one.seenAt >= recent);
  if (before.length === active.length && active.every(isKept)) return;
  await db.transaction(async (tx) => {
    if (!(await keep(tx, userId, active, seenAt))) return;
    const names = active.map(({ key }) => key);
    const isKnown = and(eq(pixKeys.userId, userId), lte(pixKeys.seenAt, seenAt));
    await tx.delete(pixKeys).where(and(isKnown, not(among(tx, pixKeys.key, names))));
  });
}

/** Keeps a key that the provider has just made. `seenAt` as above. */
export async function keepOwnKey(
  { db }: Pick<Bank, 'db'>,
  userId: string,
  made: ProviderKey,
  seenAt: Date,
): Promise<void> {
  await db.transaction((tx) => keep(tx, userId, activeOf([made]), seenAt));
}

/** False: of whoever has left nothing is kept, even if the provider still lists it. */
async function keep(tx: Tx, userId: string, active: readonly Known[], seenAt: Date): Promise<boolean> {
  if ((await lockedRow(tx, userId)).closedAt !== null) return false;
  const rows = active
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id, type, key }) => ({ key, userId, type, providerId: id, seenAt }));
  await tx.insertRows(tx.tables.pixKeys, rows, { conflict: ANEW });
  return true;
}

/** A key that moved to another customer is theirs by what was listed last. */
const ANEW = `on conflict (key) do update set user_id = excluded.user_id, type = excluded.type,
  provider_id = excluded.provider_id, seen_at = excluded.seen_at where pix_keys.seen_at <= excluded.seen_at`;

/** Of a key that the provider has just deleted. `id`: the provider's. */
export async function forgetOwnKey({ db }: Pick<Bank, 'db'>, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { pixKeys } = tx.tables;
    await tx.delete(pixKeys).where(and(eq(pixKeys.userId, userId), eq(pixKeys.providerId, id)));
  });
}

/** The customer whose active key this is by the bank's own record; null: none, or not seen for long. */
export async function ownerInBank(
  { db, clock }: Pick<Bank, 'db' | 'clock'>,
  key: string,
): Promise<(Party & { userId: string }) | null> {
  const { pixKeys, users } = db.tables;
  const now = clock.real();
  const [found] = await db
    .select({ user: users })
    .from(pixKeys)
    .innerJoin(users, eq(users.id, pixKeys.userId))
    .where(
      and(
        eq(pixKeys.key, key),
        gte(pixKeys.seenAt, secondsAfter(now, -BELIEVED_SECONDS)),
        eq(users.isActive, true),
      ),
    );
  return found ? { ...toParty(found.user), userId: found.user.id } : null;
}
