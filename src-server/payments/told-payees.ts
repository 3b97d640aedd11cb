import { and, eq, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { secondsAfter } from '#domain/moment';
import type { PAYEE_SOURCES } from '#domain/pix/payee';
import type { Fact } from '#server/decision/decision';
import { anyTuple, tupleList } from '#server/kernel/any-of';
import type { Bank, DailyStep, SignedInContext } from '#server/kernel/context';
import { eachPage } from '#server/work/pages';

/** Whose key it is, as a customer was told. `document`: a CPF is masked. */
export type Told = {
  name: string;
  document: string | null;
  institution: string | null;
  source: (typeof PAYEE_SOURCES)[number];
};

const PAGE = 500;
const KEPT_SECONDS = 24 * 3600;

/** So that a confirmation names whom the customer saw, without asking the provider again. */
export async function keepTold({ db, clock, user }: SignedInContext, key: string, told: Told): Promise<void> {
  const row = { userId: user.id, key, ...told, lookedUpAt: clock.real() };
  await db.transaction((tx) => tx.insertRows(tx.tables.keyLookups, [row], { conflict: AGAIN }));
}

const AGAIN = `on conflict (user_id, key) do update set name = excluded.name, document = excluded.document,
  institution = excluded.institution, source = excluded.source, looked_up_at = excluded.looked_up_at`;

/** For a decision: what the customer was told of the key last. */
export const toldPayee = (userId: string, key: string): Fact<Told & { lookedUpAt: Date }> => ({
  source: readTold,
  key: `${userId} ${key}`,
});

async function readTold(
  on: Reader,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Told & { lookedUpAt: Date }>> {
  const pairs = keys.map((key) => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]);
  const rows = await on
    .prepared('payments.toldPayees', (reader, { keyLookups }) =>
      reader
        .select()
        .from(keyLookups)
        .where(anyTuple(reader, [keyLookups.userId, keyLookups.key], 'pairs')),
    )
    .execute(tupleList(on, 'pairs', pairs));
  return new Map(rows.map(({ userId, key, ...told }) => [`${userId} ${key}`, told]));
}

async function forgetTold({ db, clock }: Bank): Promise<void> {
  const { keyLookups } = db.tables;
  const isOld = lt(keyLookups.lookedUpAt, secondsAfter(clock.real(), -KEPT_SECONDS));
  await eachPage(PAGE, async () => {
    const old = await db
      .select({ userId: keyLookups.userId, key: keyLookups.key })
      .from(keyLookups)
      .where(isOld)
      .limit(PAGE);
    if (old.length > 0)
      await db.transaction(async (tx) => {
        for (const { userId, key } of old)
          await tx
            .delete(tx.tables.keyLookups)
            .where(and(eq(tx.tables.keyLookups.userId, userId), eq(tx.tables.keyLookups.key, key), isOld));
      });
    return old;
  });
}

export const toldPayeeSteps: DailyStep[] = [{ name: 'forget-told-payees', run: forgetTold }];
