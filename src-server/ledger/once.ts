import { hash } from 'node:crypto';
import type { Reader, Tx } from '#db/db';
import { canonicalJson } from '#domain/canonical-json';
import { keptAnswers, keptRows, nameOf, repeatedAnswer } from './kept-answers.ts';

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

  const own = { actorId, key };
  const kept = (await keptAnswers(tx, [own])).get(nameOf(own));
  if (kept) return repeatedAnswer(kept, requestHash);

  const answer = JSON.stringify((await work()) ?? null);
  await tx.insertRows(tx.tables.idempotency, [{ ...own, requestHash, answer, createdAt: at }]);
  return JSON.parse(answer) as T;
}

/** The stored answer, or null: a repeated request can skip what precedes `once`. Refuses IDEMPOTENCY_KEY_REUSED. */
export async function keptAnswer<T>(
  { db, user }: { db: Reader; user: { id: string } },
  { key, request }: Asked,
): Promise<T | null> {
  if (key === undefined) return null;
  const [kept] = await keptRows(db, [{ actorId: user.id, key }]);
  return kept ? repeatedAnswer(kept, hashOf(request)) : null;
}

export const hashOf = (request: unknown): string => hash('sha256', canonicalJson(request), 'base64url');
