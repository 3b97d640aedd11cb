import { identitySchema } from '#domain/auth/identity';
import { loginSchema } from '#domain/auth/login';
import { notificationListSchema, readNotificationsSchema } from '#domain/auth/notification';
import { changePasswordSchema } from '#domain/auth/password';
import { registerSchema } from '#domain/auth/register';
import { calls, doneSchema, named } from '#server/access/named';
import { publicProcedure, router, sessionProcedure, signedInProcedure } from '#server/access/trpc';
import { recoveryRouter, sessionsRouter, tokensRouter } from './access-router.ts';
import { changePassword } from './change-password.ts';
import { devicesRouter } from './devices/router.ts';
import { freezeProcedures } from './freeze/procedures.ts';
import { login, loginAnswerSchema } from './login.ts';
import { logout } from './logout.ts';
import { me, meSchema, visitor, visitorSchema } from './me.ts';
import {
  listNotifications,
  notificationPageSchema,
  readNotifications,
  unreadSchema,
} from './notifications.ts';
import { passkeysRouter } from './passkeys/router.ts';
import { profileProcedures } from './profile/router.ts';
import { reauthenticate } from './reauthenticate.ts';
import { register } from './register.ts';
import { twoFactorRouter } from './two-factor/router.ts';
import { userSchema } from './user-answer.ts';

export const authRouter = router({
  register: named(
    'Abre uma conta',
    ['POST', '/api/auth/register', 'user', { status: 201 }],
    publicProcedure.input(registerSchema).output(userSchema).mutation(calls(register)),
  ),
  login: named(
    'Entra com CPF ou CNPJ e senha',
    ['POST', '/api/auth/login'],
    publicProcedure.input(loginSchema).output(loginAnswerSchema).mutation(calls(login)),
  ),
  me: named(
    'Quem entrou, e a data do banco',
    ['GET', '/api/auth/me'],
    signedInProcedure.meta({ withoutTwoFactor: true, line: 'ending' }).output(meSchema).query(calls(me)),
  ),
  visitor: named(
    'Quem entrou, ou ninguém',
    ['GET', '/api/auth/visitor'],
    publicProcedure.meta({ line: 'ending' }).output(visitorSchema).query(calls(visitor)),
  ),
  twoFactor: twoFactorRouter,
  sessions: sessionsRouter,
  recovery: recoveryRouter,
  tokens: tokensRouter,
  devices: devicesRouter,
  passkeys: passkeysRouter,
  changePassword: named(
    'Troca a senha',
    ['POST', '/api/auth/change-password'],
    sessionProcedure.input(changePasswordSchema).output(doneSchema).mutation(calls(changePassword)),
  ),
  reauthenticate: named(
    'Confirma, nesta sessão, que é a própria pessoa',
    ['POST', '/api/auth/reauthenticate'],
    sessionProcedure
      .meta({ withoutTwoFactor: true })
      .input(identitySchema)
      .output(doneSchema)
      .mutation(calls(reauthenticate)),
  ),
  ...profileProcedures,
  ...freezeProcedures,
  logout: named(
    'Encerra esta sessão',
    ['POST', '/api/auth/logout'],
    publicProcedure.meta({ line: 'ending' }).output(doneSchema).mutation(calls(logout)),
  ),
  notifications: router({
    list: named(
      'Notificações, da mais nova à mais antiga',
      ['GET', '/api/notifications'],
      signedInProcedure
        .input(notificationListSchema)
        .output(notificationPageSchema)
        .query(calls(listNotifications)),
    ),
    read: named(
      'Marca notificações como lidas',
      ['POST', '/api/notifications/read'],
      signedInProcedure
        .input(readNotificationsSchema)
        .output(unreadSchema)
        .mutation(calls(readNotifications)),
    ),
  }),
});
