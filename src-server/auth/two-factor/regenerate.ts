import type { z } from 'zod';
import { formatBackupCode, type ProveTwoFactorInput } from '#domain/auth/two-factor';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { refuseWhileFull } from '../attempts.ts';
import { replaceBackupCodes } from './backup-codes.ts';
import type { backupCodesSchema } from './enable.ts';
import { newHashedCodes, proveAgain, spendProof } from './proof.ts';

/** Refuses TWO_FACTOR_NOT_ENABLED, TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS, BUSY. */
export async function regenerateBackupCodes(
  ctx: SessionContext,
  { token }: ProveTwoFactorInput,
): Promise<z.output<typeof backupCodesSchema>> {
  // Else a right backup code, whose try is given back, would be hashed any number of times.
  await refuseWhileFull(ctx, 'hashAddress', ctx.request.ip);
  await refuseWhileFull(ctx, 'hash', ctx.user.id);
  const { user, proof } = await proveAgain(ctx, token);
  const { codes, hashed } = await newHashedCodes(ctx, proof.countedAs);
  await ctx.db.transaction(async (tx) => {
    if (!(await spendProof(tx, ctx, proof))) refuse('TWO_FACTOR_CODE');
    await replaceBackupCodes(tx, ctx, user.id, hashed);
    await queueMessage(tx, ctx, 'backup_codes_regenerated', user, ctx);
    await record(tx, ctx, {
      action: 'regenerate_backup_codes',
      entityId: user.id,
      changes: { provenBy: proof.kind },
    });
  });
  return { backupCodes: codes.map(formatBackupCode) };
}
