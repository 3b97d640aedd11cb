import { and, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { anyOf, idList } from './any-of.ts';

/** An idempotency key belongs to its actor. */
export type ActorKey = { actorId: string; key: string };
export type KeptAnswer = ActorKey & { requestHash: string; answer: string };

export const nameOf = ({ actorId, key }: ActorKey): string => `${actorId} ${key}`;

/** Locks the keys until the transaction ends, and resolves to the answers stored under them, by name. */
export async function keptAnswers(tx: Tx, keys: readonly ActorKey[]): Promise<Map<string, KeptAnswer>> {
  if (keys.length === 0) return new Map();
  const names = new Set(keys.map(nameOf));
  const [, rows] = await Promise.all([lockKeys(tx, [...names]), keptRows(tx, keys)]);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

/** In the order of the locks' numbers, for two processes with the same keys. SQLite has a single writer. */
async function lockKeys(tx: Tx, names: readonly string[]): Promise<void> {
  if (tx.engine === 'sqlite') return;
  await tx
    .prepared('ledger.lockKeys', (on) =>
      on.select({ locked: sql`count(pg_advisory_xact_lock(number) is null)` }).from(
        sql`(select distinct hashtextextended(name, 0) as number
            from unnest(cast(${sql.placeholder('names')} as text[])) as name order by 1) as numbers`,
      ),
    )
    .execute({ names });
}

/** The answer of a repeated request. Refuses IDEMPOTENCY_KEY_REUSED when the key belongs to another request. */
export function repeatedAnswer<Answer>({ requestHash, answer }: KeptAnswer, repeatedHash: string): Answer {
  if (requestHash !== repeatedHash) refuse('IDEMPOTENCY_KEY_REUSED');
  return JSON.parse(answer) as Answer;
}

/** Also rows of another actor with the same key, which the name tells apart. */
export const keptRows = (reader: Reader, keys: readonly ActorKey[]): Promise<KeptAnswer[]> =>
  reader
    .prepared('ledger.keptAnswers', (on, { idempotency }) =>
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
      actorIds: idList(reader, [...new Set(keys.map(({ actorId }) => actorId))]),
      keys: idList(
        reader,
        keys.map(({ key }) => key),
      ),
    });
