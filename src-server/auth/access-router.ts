import { z } from 'zod';
import { recoveryRequestSchema, recoveryResetSchema } from '#domain/auth/password';
import { createTokenSchema } from '#domain/auth/token';
import { idSchema } from '#domain/page';
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

/** The caller's open sessions. */
export const sessionsRouter = router({
  list: sessionProcedure.output(z.array(sessionSchema)).query(({ ctx }) => listSessions(ctx)),
  end: sessionProcedure
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  endOthers: sessionProcedure
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx }) => endOtherSessions(ctx)),
});

/** A new password for who forgot theirs. */
export const recoveryRouter = router({
  request: publicProcedure
    .input(recoveryRequestSchema)
    .output(success)
    .mutation(({ ctx, input }) => requestRecovery(ctx, input)),
  reset: publicProcedure
    .input(recoveryResetSchema)
    .output(success)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});

/** Access tokens for the caller's scripts. */
export const tokensRouter = router({
  list: sessionProcedure.output(z.array(tokenSchema)).query(({ ctx }) => listTokens(ctx)),
  create: freshProcedure
    .input(createTokenSchema)
    .output(newTokenSchema)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  revoke: sessionProcedure
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),
});
