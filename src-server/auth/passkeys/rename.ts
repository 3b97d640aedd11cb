import { and, eq } from 'drizzle-orm';
import type { RenamePasskeyInput } from '#domain/auth/passkey';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { countAttempt } from '../attempts.ts';
import { lockedRow } from '../own-row.ts';
import { isOwn, type PasskeyAnswer, passkeyAnswer } from './own-passkeys.ts';

/** Refuses NOT_FOUND for an unknown, another user's or removed passkey, TOO_MANY_ATTEMPTS. */
export async function renamePasskey(
  ctx: SessionContext,
  { id, name }: RenamePasskeyInput,
): Promise<PasskeyAnswer> {
  await countAttempt(ctx, 'deviceRename', sharerOf(ctx));
  return ctx.db.transaction(async (tx) => {
    await lockedRow(tx, ctx.user.id);
    const { passkeys } = tx.tables;
    const own = and(eq(passkeys.id, id), isOwn(passkeys, ctx.user.id));
    const [before] = await tx.select().from(passkeys).where(own);
    if (!before) refuse('NOT_FOUND');
    await tx.update(passkeys).set({ name }).where(own);
    await record(tx, ctx, {
      action: 'rename_passkey',
      entityId: id,
      changes: { name: { from: before.name, to: name } },
    });
    return passkeyAnswer({ ...before, name });
  });
}
