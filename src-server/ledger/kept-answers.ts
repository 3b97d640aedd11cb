import { sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader, Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { anyTuple, tupleList } from '#server/kernel/any-of';

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

export const keptRows = (reader: Reader, keys: readonly ActorKey[]): Promise<KeptAnswer[]> =>
  reader
    .prepared('ledger.keptAnswers', (on, { idempotency }) =>
      on
        .select(columnsOf(idempotency, 'actorId', 'key', 'requestHash', 'answer'))
        .from(idempotency)
        .where(anyTuple(on, [idempotency.actorId, idempotency.key], 'keys')),
    )
    .execute(
      tupleList(
        reader,
        'keys',
        keys.map(({ actorId, key }) => [actorId, key]),
      ),
    );
