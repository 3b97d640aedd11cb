import { z } from 'zod';
import { identitySchema } from '#domain/auth/identity';
import { loginSchema } from '#domain/auth/login';
import { notificationListSchema, readNotificationsSchema } from '#domain/auth/notification';
import { changePasswordSchema } from '#domain/auth/password';
import { registerSchema } from '#domain/auth/register';
import { publicProcedure, router, sessionProcedure, signedInProcedure } from '#server/access/trpc';
import { recoveryRouter, sessionsRouter, tokensRouter } from './access-router.ts';
import { changePassword } from './change-password.ts';
import { login, loginAnswerSchema } from './login.ts';
import { logout } from './logout.ts';
import { me, meSchema } from './me.ts';
import {
  listNotifications,
  notificationPageSchema,
  readNotifications,
  unreadSchema,
} from './notifications.ts';
import { profileProcedures } from './profile/router.ts';
import { reauthenticate } from './reauthenticate.ts';
import { register } from './register.ts';
import { twoFactorRouter } from './two-factor/router.ts';
import { userSchema } from './user-answer.ts';

/** Who somebody is: opening an account, signing in and out. */
export const authRouter = router({
  register: publicProcedure
    .input(registerSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => register(ctx, input)),
  login: publicProcedure
    .input(loginSchema)
    .output(loginAnswerSchema)
    .mutation(({ ctx, input }) => login(ctx, input)),
  me: signedInProcedure
    .meta({ withoutTwoFactor: true })
    .output(meSchema)
    .query(({ ctx }) => me(ctx)),
  twoFactor: twoFactorRouter,
  sessions: sessionsRouter,
  recovery: recoveryRouter,
  tokens: tokensRouter,
  changePassword: sessionProcedure
    .input(changePasswordSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  reauthenticate: sessionProcedure
    .meta({ withoutTwoFactor: true })
    .input(identitySchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => reauthenticate(ctx, input)),
  ...profileProcedures,
  logout: publicProcedure.output(z.object({ success: z.literal(true) })).mutation(({ ctx }) => logout(ctx)),
  notifications: router({
    list: signedInProcedure
      .input(notificationListSchema.prefault({}))
      .output(notificationPageSchema)
      .query(({ ctx, input }) => listNotifications(ctx, input)),
    read: signedInProcedure
      .input(readNotificationsSchema.prefault({}))
      .output(unreadSchema)
      .mutation(({ ctx, input }) => readNotifications(ctx, input)),
  }),
});
