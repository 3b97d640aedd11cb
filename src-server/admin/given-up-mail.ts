import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { PageInput } from '#domain/page';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { newestFirst, page, pageSchema } from '#server/kernel/keyset';
import { isGivenUp } from '#server/outbox/claim';

const moment = z.iso.datetime();

export const givenUpMailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: moment,
});
export const givenUpMailPageSchema = pageSchema({ mail: z.array(givenUpMailSchema) });

export async function listGivenUpMail(
  { db }: SignedInContext,
  input: PageInput,
): Promise<z.output<typeof givenUpMailPageSchema>> {
  const { outbox } = db.tables;
  const { id, recipient, subject, attempts, lastError, createdAt } = outbox;
  const { rows, nextCursor } = await page(
    (after) =>
      db
        .select({ id, recipient, subject, attempts, lastError, createdAt })
        .from(outbox)
        .where(and(isGivenUp(outbox), after)),
    newestFirst(outbox),
    input,
  );
  return { mail: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), nextCursor };
}

/** Queues a given-up message again. Refuses NOT_FOUND for any other. */
export async function retryMail(ctx: SignedInContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.db.transaction(async (tx) => {
    const { outbox } = tx.tables;
    const [again] = await tx
      .update(outbox)
      .set({ attempts: 0, nextAttemptAt: null, lastError: null })
      .where(and(eq(outbox.id, id), isGivenUp(outbox)))
      .returning({ kind: outbox.kind });
    if (!again) refuse('NOT_FOUND');
    await record(tx, ctx, { action: 'retry_mail', entityId: id, changes: { kind: again.kind } });
    return { id };
  });
}

/** Deletes a given-up message. Refuses NOT_FOUND for any other. */
export async function discardMail(ctx: SignedInContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.db.transaction(async (tx) => {
    const { outbox } = tx.tables;
    const [gone] = await tx
      .delete(outbox)
      .where(and(eq(outbox.id, id), isGivenUp(outbox)))
      .returning({ kind: outbox.kind });
    if (!gone) refuse('NOT_FOUND');
    await record(tx, ctx, { action: 'discard_mail', entityId: id, changes: { kind: gone.kind } });
    return { id };
  });
}
