import { z } from 'zod';
import { recoveryRequestSchema, recoveryResetSchema } from '#domain/auth/password';
import { createTokenSchema } from '#domain/auth/token';
import { idSchema } from '#domain/page';
import { named } from '#server/access/named';
import { freshProcedure, publicProcedure, router, sessionProcedure } from '#server/access/trpc';
import { endOtherSessions, endOwnSession } from './end-session.ts';
import { requestRecovery } from './recovery-request.ts';
import { resetPassword } from './recovery-reset.ts';
import { listSessions, sessionSchema } from './sessions-list.ts';
import { createToken, newTokenSchema } from './tokens-create.ts';
import { listTokens, tokenSchema } from './tokens-list.ts';
import { revokeToken } from './tokens-revoke.ts';

const success = z.object({ success: z.literal(true) });
const byId = z.object({ id: idSchema });

export const sessionsRouter = router({
  list: named(
    'Sessões abertas',
    ['GET', '/api/auth/sessions', 'sessions'],
    sessionProcedure.output(z.array(sessionSchema)).query(({ ctx }) => listSessions(ctx)),
  ),
  end: named(
    'Encerra uma sessão',
    ['DELETE', '/api/auth/sessions/:id'],
    sessionProcedure
      .input(byId)
      .output(success)
      .mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  ),
  endOthers: named(
    'Encerra as outras sessões',
    ['DELETE', '/api/auth/sessions'],
    sessionProcedure.output(z.object({ ended: z.int() })).mutation(({ ctx }) => endOtherSessions(ctx)),
  ),
});

export const recoveryRouter = router({
  request: named(
    'Pede um link para criar outra senha',
    ['POST', '/api/auth/forgot-password'],
    publicProcedure
      .input(recoveryRequestSchema)
      .output(success)
      .mutation(({ ctx, input }) => requestRecovery(ctx, input)),
  ),
  reset: named(
    'Cria outra senha com o link recebido',
    ['POST', '/api/auth/reset-password'],
    publicProcedure
      .input(recoveryResetSchema)
      .output(success)
      .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  ),
});

export const tokensRouter = router({
  list: named(
    'Tokens de acesso',
    ['GET', '/api/auth/tokens', 'tokens'],
    sessionProcedure.output(z.array(tokenSchema)).query(({ ctx }) => listTokens(ctx)),
  ),
  create: named(
    'Cria um token de acesso; o segredo aparece só aqui',
    ['POST', '/api/auth/tokens', 'token', { status: 201 }],
    freshProcedure
      .input(createTokenSchema)
      .output(newTokenSchema)
      .mutation(({ ctx, input }) => createToken(ctx, input)),
  ),
  revoke: named(
    'Revoga um token de acesso',
    ['DELETE', '/api/auth/tokens/:id'],
    sessionProcedure
      .input(byId)
      .output(success)
      .mutation(({ ctx, input }) => revokeToken(ctx, input)),
  ),
});
