import { z } from 'zod';
import { recoveryCheckSchema, recoveryRequestSchema, recoveryResetSchema } from '#domain/auth/password';
import { createTokenSchema } from '#domain/auth/token';
import { byIdSchema } from '#domain/page';
import { calls, doneSchema, named } from '#server/access/named';
import { freshProcedure, publicProcedure, router, sessionProcedure } from '#server/access/trpc';
import { endOtherSessions, endOwnSession } from './end-session.ts';
import { checkRecovery } from './recovery-check.ts';
import { requestRecovery } from './recovery-request.ts';
import { resetPassword } from './recovery-reset.ts';
import { listSessions, sessionSchema } from './sessions-list.ts';
import { createToken, newTokenSchema } from './tokens-create.ts';
import { listTokens, tokenSchema } from './tokens-list.ts';
import { revokeToken } from './tokens-revoke.ts';

const endingProcedure = sessionProcedure.meta({ line: 'ending' });

export const sessionsRouter = router({
  list: named(
    'Sessões abertas',
    ['GET', '/api/auth/sessions', 'sessions'],
    endingProcedure.output(z.array(sessionSchema)).query(calls(listSessions)),
  ),
  end: named(
    'Encerra uma sessão',
    ['DELETE', '/api/auth/sessions/:id'],
    endingProcedure
      .meta({ withoutTwoFactor: true, freshProof: 'forSome' })
      .input(byIdSchema)
      .output(doneSchema)
      .mutation(calls(endOwnSession)),
  ),
  endOthers: named(
    'Encerra as outras sessões',
    ['DELETE', '/api/auth/sessions'],
    endingProcedure
      .meta({ freshProof: 'forSome' })
      .output(z.object({ ended: z.int() }))
      .mutation(calls(endOtherSessions)),
  ),
});

export const recoveryRouter = router({
  request: named(
    'Pede um link para criar outra senha',
    ['POST', '/api/auth/forgot-password'],
    publicProcedure
      .meta({ line: 'outside' })
      .input(recoveryRequestSchema)
      .output(doneSchema)
      .mutation(calls(requestRecovery)),
  ),
  /** A mutation, so that the token appears in no URL. */
  check: named(
    'Se um link de recuperação ainda vale',
    ['POST', '/api/auth/reset-password/check'],
    publicProcedure
      .input(recoveryCheckSchema)
      .output(z.object({ isOpen: z.boolean() }))
      .mutation(calls(checkRecovery)),
  ),
  reset: named(
    'Cria outra senha com o link recebido',
    ['POST', '/api/auth/reset-password'],
    publicProcedure.input(recoveryResetSchema).output(doneSchema).mutation(calls(resetPassword)),
  ),
});

export const tokensRouter = router({
  list: named(
    'Tokens de acesso',
    ['GET', '/api/auth/tokens', 'tokens'],
    endingProcedure.output(z.array(tokenSchema)).query(calls(listTokens)),
  ),
  create: named(
    'Cria um token de acesso; o segredo aparece só aqui',
    ['POST', '/api/auth/tokens', 'token', { status: 201 }],
    freshProcedure.input(createTokenSchema).output(newTokenSchema).mutation(calls(createToken)),
  ),
  revoke: named(
    'Revoga um token de acesso',
    ['DELETE', '/api/auth/tokens/:id'],
    endingProcedure.input(byIdSchema).output(doneSchema).mutation(calls(revokeToken)),
  ),
});
