import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { placeholdersOf } from '#db/placeholders';
import { canonicalJson } from '#domain/canonical-json';
import { refuse } from '#domain/refusal';

/** `request` includes the operation: a key is valid for one operation. */
export type Asked = { key: string | undefined; request: unknown };

/** A key of the bank's own work. Callers cannot send it: theirs are printable ASCII. */
export const ownKey = (name: string): string => `§${name}`;

export type OnceRequest = Asked & { actorId: string; at: Date };

/**
 * Runs the work at most once per actor and key; repeated requests get the stored answer (JSON), a refusal
 * frees the key. Refuses IDEMPOTENCY_KEY_REUSED.
 */
export async function once<T>(
  tx: Tx,
  { actorId, key, request, at }: OnceRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work();
  const requestHash = hashOf(request);

  if (tx.engine === 'postgres') await lockKey(tx, actorId, key);
  const kept = await readKept(tx, actorId, key);
  if (kept) {
    if (kept.requestHash !== requestHash) refuse('IDEMPOTENCY_KEY_REUSED');
    return JSON.parse(kept.answer) as T;
  }

  const answer = JSON.stringify((await work()) ?? null);
  await tx
    .prepared('ledger.keepAnswer', (on, { idempotency }) =>
      on.insert(idempotency).values(placeholdersOf(idempotency)),
    )
    .execute({ actorId, key, requestHash, answer, createdAt: at });
  return JSON.parse(answer) as T;
}

/** The stored answer, or null: a repeated request can skip what precedes `once`. Refuses IDEMPOTENCY_KEY_REUSED. */
export async function keptAnswer<T>(
  { db, user }: { db: Reader; user: { id: string } },
  { key, request }: Asked,
): Promise<T | null> {
  const kept = key === undefined ? undefined : await readKept(db, user.id, key);
  if (!kept) return null;
  if (kept.requestHash !== hashOf(request)) refuse('IDEMPOTENCY_KEY_REUSED');
  return JSON.parse(kept.answer) as T;
}

export const hashOf = (request: unknown): string =>
  createHash('sha256').update(canonicalJson(request)).digest('base64url');

/** SQLite has a single writer and needs no lock. */
async function lockKey(tx: Tx, actorId: string, key: string): Promise<void> {
  const name = sql`${sql.placeholder('name')}`;
  await tx
    .prepared('ledger.lockKey', (on) =>
      on
        .select({ locked: sql`locked.done` })
        .from(
          sql`(select pg_advisory_xact_lock(hashtextextended(cast(${name} as text), 0)) is null as done) as locked`,
        ),
    )
    .execute({ name: `${actorId} ${key}` });
}

async function readKept(reader: Reader | Tx, actorId: string, key: string) {
  const on: Pick<Reader, 'prepared'> = reader;
  const [kept] = await on
    .prepared('ledger.keptAnswer', (on, { idempotency }) =>
      on
        .select({ requestHash: idempotency.requestHash, answer: idempotency.answer })
        .from(idempotency)
        .where(
          and(
            eq(idempotency.actorId, sql.placeholder('actorId')),
            eq(idempotency.key, sql.placeholder('key')),
          ),
        ),
    )
    .execute({ actorId, key });
  return kept;
}
