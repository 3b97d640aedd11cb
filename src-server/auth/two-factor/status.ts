import { z } from 'zod';
import type { SessionContext } from '#server/kernel/context';
import { factorsEndAt } from '../lost-factors/factors-end.ts';
import { ownRow } from '../own-row.ts';
import { countBackupCodes } from './backup-codes.ts';

export const twoFactorStatusSchema = z.object({
  enabled: z.boolean(),
  backupCodesLeft: z.int(),
  /** Real time. */
  factorsEndAt: z.iso.datetime().nullable(),
});

export async function twoFactorStatus(ctx: SessionContext): Promise<z.output<typeof twoFactorStatusSchema>> {
  const user = await ownRow(ctx.db, ctx.user.id);
  return {
    enabled: user.totpSecret !== null,
    backupCodesLeft: await countBackupCodes(ctx.db, user.id),
    factorsEndAt: (await factorsEndAt(ctx.db, user.id))?.toISOString() ?? null,
  };
}
