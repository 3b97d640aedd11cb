import {
  proveTwoFactorSchema,
  undoTwoFactorSchema,
  validateTwoFactorSchema,
  verifyTwoFactorSchema,
} from '#domain/auth/two-factor';
import { calls, doneSchema, named } from '#server/access/named';
import { customerInPersonProcedure, publicProcedure, router, sessionProcedure } from '#server/access/trpc';
import { keepOwnFactors } from '../lost-factors/keep-factors.ts';
import { disableTwoFactor } from './disable.ts';
import { backupCodesSchema, enableTwoFactor, setUpTwoFactor, setupAnswerSchema } from './enable.ts';
import { regenerateBackupCodes } from './regenerate.ts';
import { twoFactorStatus, twoFactorStatusSchema } from './status.ts';
import { undoTwoFactor } from './undo.ts';
import { validateAnswerSchema, validateTwoFactor } from './validate.ts';

/** Open to administrators who must still turn on two-factor. */
const ownProcedure = sessionProcedure.meta({ withoutTwoFactor: true });

const ownFreshProcedure = ownProcedure.meta({ freshProof: 'whole' });
const provingProcedure = ownProcedure.meta({ freshProof: 'password' });

export const twoFactorRouter = router({
  status: named(
    'Se a verificação em duas etapas está ligada',
    ['GET', '/api/2fa/status'],
    ownProcedure.meta({ line: 'ending' }).output(twoFactorStatusSchema).query(calls(twoFactorStatus)),
  ),
  keep: named(
    'Mantém os dois fatores que o atendimento desativaria',
    ['POST', '/api/2fa/keep'],
    customerInPersonProcedure.output(doneSchema).mutation(calls(keepOwnFactors)),
  ),
  setup: named(
    'Começa a ligar a verificação em duas etapas',
    ['POST', '/api/2fa/setup'],
    ownFreshProcedure.output(setupAnswerSchema).mutation(calls(setUpTwoFactor)),
  ),
  verify: named(
    'Liga a verificação em duas etapas com um código',
    ['POST', '/api/2fa/verify'],
    ownFreshProcedure.input(verifyTwoFactorSchema).output(backupCodesSchema).mutation(calls(enableTwoFactor)),
  ),
  disable: named(
    'Desliga a verificação em duas etapas',
    ['POST', '/api/2fa/disable'],
    provingProcedure.input(proveTwoFactorSchema).output(doneSchema).mutation(calls(disableTwoFactor)),
  ),
  regenerate: named(
    'Troca os códigos de backup',
    ['POST', '/api/2fa/regenerate'],
    provingProcedure
      .input(proveTwoFactorSchema)
      .output(backupCodesSchema)
      .mutation(calls(regenerateBackupCodes)),
  ),
  undo: named(
    'Desfaz a ativação dos dois fatores com o link recebido por e-mail',
    ['POST', '/api/2fa/undo'],
    publicProcedure.input(undoTwoFactorSchema).output(doneSchema).mutation(calls(undoTwoFactor)),
  ),
  validate: named(
    'Conclui a entrada com um código',
    ['POST', '/api/2fa/validate'],
    publicProcedure
      .meta({ sessionOnly: true })
      .input(validateTwoFactorSchema)
      .output(validateAnswerSchema)
      .mutation(calls(validateTwoFactor)),
  ),
});
