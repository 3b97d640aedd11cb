import { z } from 'zod';
import { identitySchema } from '#domain/auth/identity';
import { loginSchema } from '#domain/auth/login';
import { notificationListSchema, readNotificationsSchema } from '#domain/auth/notification';
import { changePasswordSchema } from '#domain/auth/password';
import { registerSchema } from '#domain/auth/register';
import { named } from '#server/access/named';
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

export const authRouter = router({
  register: named(
    'Abre uma conta',
    ['POST', '/api/auth/register', 'user', { status: 201 }],
    publicProcedure
      .input(registerSchema)
      .output(userSchema)
      .mutation(({ ctx, input }) => register(ctx, input)),
  ),
  login: named(
    'Entra com CPF ou CNPJ e senha',
    ['POST', '/api/auth/login'],
    publicProcedure
      .input(loginSchema)
      .output(loginAnswerSchema)
      .mutation(({ ctx, input }) => login(ctx, input)),
  ),
  me: named(
    'Quem entrou, e a data do banco',
    ['GET', '/api/auth/me'],
    signedInProcedure
      .meta({ withoutTwoFactor: true })
      .output(meSchema)
      .query(({ ctx }) => me(ctx)),
  ),
  twoFactor: twoFactorRouter,
  sessions: sessionsRouter,
  recovery: recoveryRouter,
  tokens: tokensRouter,
  changePassword: named(
    'Troca a senha',
    ['POST', '/api/auth/change-password'],
    sessionProcedure
      .input(changePasswordSchema)
      .output(z.object({ success: z.literal(true) }))
      .mutation(({ ctx, input }) => changePassword(ctx, input)),
  ),
  reauthenticate: named(
    'Confirma, nesta sessão, que é a própria pessoa',
    ['POST', '/api/auth/reauthenticate'],
    sessionProcedure
      .meta({ withoutTwoFactor: true })
      .input(identitySchema)
      .output(z.object({ success: z.literal(true) }))
      .mutation(({ ctx, input }) => reauthenticate(ctx, input)),
  ),
  ...profileProcedures,
  logout: named(
    'Encerra esta sessão',
    ['POST', '/api/auth/logout'],
    publicProcedure.output(z.object({ success: z.literal(true) })).mutation(({ ctx }) => logout(ctx)),
  ),
  notifications: router({
    list: named(
      'Notificações, da mais nova à mais antiga',
      ['GET', '/api/notifications'],
      signedInProcedure
        .input(notificationListSchema.prefault({}))
        .output(notificationPageSchema)
        .query(({ ctx, input }) => listNotifications(ctx, input)),
    ),
    read: named(
      'Marca notificações como lidas',
      ['POST', '/api/notifications/read'],
      signedInProcedure
        .input(readNotificationsSchema.prefault({}))
        .output(unreadSchema)
        .mutation(({ ctx, input }) => readNotifications(ctx, input)),
    ),
  }),
});
