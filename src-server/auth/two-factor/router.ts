import { z } from 'zod';
import {
  proveTwoFactorSchema,
  undoTwoFactorSchema,
  validateTwoFactorSchema,
  verifyTwoFactorSchema,
} from '#domain/auth/two-factor';
import { publicProcedure, router, sessionProcedure } from '#server/access/trpc';
import { disableTwoFactor } from './disable.ts';
import { backupCodesSchema, enableTwoFactor, setUpTwoFactor, setupAnswerSchema } from './enable.ts';
import { regenerateBackupCodes } from './regenerate.ts';
import { twoFactorStatus, twoFactorStatusSchema } from './status.ts';
import { undoTwoFactor } from './undo.ts';
import { validateAnswerSchema, validateTwoFactor } from './validate.ts';

/** For who has two-factor or is about to, administrators who owe it included. */
const ownProcedure = sessionProcedure.meta({ withoutTwoFactor: true });

/** The same, with a fresh proof of the person themselves. */
const ownFreshProcedure = ownProcedure.meta({ freshProof: 'whole' });
/** The factor comes with the call. */
const provingProcedure = ownProcedure.meta({ freshProof: 'password' });

/** The second factor: turning it on and off, its backup codes, and the second half of a sign-in. */
export const twoFactorRouter = router({
  status: ownProcedure.output(twoFactorStatusSchema).query(({ ctx }) => twoFactorStatus(ctx)),
  setup: ownFreshProcedure.output(setupAnswerSchema).mutation(({ ctx }) => setUpTwoFactor(ctx)),
  verify: ownFreshProcedure
    .input(verifyTwoFactorSchema)
    .output(backupCodesSchema)
    .mutation(({ ctx, input }) => enableTwoFactor(ctx, input)),
  disable: provingProcedure
    .input(proveTwoFactorSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => disableTwoFactor(ctx, input)),
  regenerate: provingProcedure
    .input(proveTwoFactorSchema)
    .output(backupCodesSchema)
    .mutation(({ ctx, input }) => regenerateBackupCodes(ctx, input)),
  undo: publicProcedure
    .input(undoTwoFactorSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => undoTwoFactor(ctx, input)),
  validate: publicProcedure
    .meta({ sessionOnly: true })
    .input(validateTwoFactorSchema)
    .output(validateAnswerSchema)
    .mutation(({ ctx, input }) => validateTwoFactor(ctx, input)),
});
