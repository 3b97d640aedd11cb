import type { Tx } from '#db/db';
import type { SignedInContext } from '#server/kernel/context';
import { type Asked, once } from '#server/ledger/once';
import type { PostedBy } from '#server/ledger/post';
import { type AuditEvent, record } from './record.ts';

/** The idempotency key, and the request that it must be repeated with. */
export const askedFor = <Input extends { idempotencyKey?: string | undefined }>(
  operation: string,
  { idempotencyKey: key, ...request }: Input,
): Asked => ({ key, request: { [operation]: request } });

export type Effects<Answer> = {
  answer: Answer;
  audit: AuditEvent | readonly AuditEvent[];
};

/** Runs `work` once per caller and key, in one transaction; audit rows last. Refuses IDEMPOTENCY_KEY_REUSED. */
export async function moneyWrite<Answer>(
  ctx: SignedInContext,
  asked: Asked,
  work: (tx: Tx, by: PostedBy) => Promise<Effects<Answer>>,
): Promise<Answer> {
  const by = { createdAt: ctx.clock.now(), actorId: ctx.user.id, idempotencyKey: asked.key };
  return ctx.db.transaction((tx) =>
    once(tx, { ...asked, actorId: by.actorId, at: by.createdAt }, async () => {
      const { answer, audit } = await work(tx, by);
      for (const event of [audit].flat()) await record(tx, ctx, event);
      return answer;
    }),
  );
}
