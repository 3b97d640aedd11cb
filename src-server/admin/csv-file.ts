import { nameOfCaller } from '#server/access/caller-line';
import { type AuditEvent, record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { encoded, type FileAnswer } from '#server/kernel/file-answer';
import { eachInTurn } from '#server/kernel/in-turn';
import { longPause } from '#server/work/pages';

/**
 * Streamed, a text of `texts` at a time. The export is logged before anything is read. At most 20 files a minute per caller, tokens
 * apart.
 */
export async function csvFile(
  ctx: SignedInContext,
  name: string,
  event: AuditEvent,
  texts: AsyncIterable<string>,
): Promise<FileAnswer> {
  await countAttempt(ctx, 'export', nameOfCaller(ctx));
  return {
    bytes: encoded(inTurn(ctx, logged(ctx, event, texts))),
    fileName: `${name}-${ctx.clock.today()}.csv`,
    contentType: 'text/csv; charset=utf-8',
  };
}

async function* logged(ctx: SignedInContext, event: AuditEvent, texts: AsyncIterable<string>) {
  await ctx.db.transaction((tx) => record(tx, ctx, event));
  yield* texts;
}

async function* inTurn(ctx: SignedInContext, texts: AsyncIterable<string>) {
  for await (const text of eachInTurn(ctx, texts)) {
    // Also an empty one: a reader who has left is noticed here.
    yield text;
    await longPause();
  }
}
