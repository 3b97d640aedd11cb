import { and, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { anyOf, idList } from '#server/ledger/any-of';

/** An idempotency key belongs to its actor. */
export type OwnKey = { actorId: string; key: string };
export type KeptAnswer = OwnKey & { requestHash: string; answer: string };

export const nameOf = ({ actorId, key }: OwnKey): string => `${actorId} ${key}`;

/** Locks the keys until the transaction ends, and resolves to the answers stored under them, by name. */
export async function keptAnswers(tx: Tx, keys: readonly OwnKey[]): Promise<Map<string, KeptAnswer>> {
  if (keys.length === 0) return new Map();
  const names = new Set(keys.map(nameOf));
  const [, rows] = await Promise.all([lockKeys(tx, [...names]), keptRows(tx, keys)]);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

/** In the order of the locks' numbers, for two processes with the same keys. SQLite has a single writer. */
async function lockKeys(tx: Tx, names: readonly string[]): Promise<void> {
  if (tx.engine === 'sqlite') return;
  await tx
    .prepared('decision.lockKeys', (on) =>
      on.select({ locked: sql`count(pg_advisory_xact_lock(number) is null)` }).from(
        sql`(select distinct hashtextextended(name, 0) as number
            from unnest(cast(${sql.placeholder('names')} as text[])) as name order by 1) as numbers`,
      ),
    )
    .execute({ names });
}

/** Also rows of another actor with the same key, which the name tells apart. */
const keptRows = (tx: Tx, keys: readonly OwnKey[]) =>
  tx
    .prepared('decision.keptAnswers', (on, { idempotency }) =>
      on
        .select({
          actorId: idempotency.actorId,
          key: idempotency.key,
          requestHash: idempotency.requestHash,
          answer: idempotency.answer,
        })
        .from(idempotency)
        .where(and(anyOf(on, idempotency.actorId, 'actorIds'), anyOf(on, idempotency.key, 'keys'))),
    )
    .execute({
      actorIds: idList(tx, [...new Set(keys.map(({ actorId }) => actorId))]),
      keys: idList(
        tx,
        keys.map(({ key }) => key),
      ),
    });
