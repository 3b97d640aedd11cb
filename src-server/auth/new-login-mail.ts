import { deviceInWords } from '#domain/auth/device-words';
import { bankDayAndTime, formatDay } from '#domain/date';
import type { Actor, Context } from '#server/kernel/context';
import { letter } from '#server/outbox/letter';
import { greeting } from '#server/outbox/typed';

/** Where somebody finds the security of their own account, as a path. */
export const securityPath = ({ role }: Pick<Actor, 'role'>): string =>
  role === 'admin' ? '/admin/settings' : '/client/profile?aba=seguranca';

/** A moment as letters say it: '21/11/2026 às 08:20'. */
export function momentInWords(at: Date): string {
  const { day, time } = bankDayAndTime(at);
  return `${formatDay(day)} às ${time.slice(0, 5)}`;
}

/** The e-mail that tells of a sign-in from a device which the account does not know. */
export function unknownDeviceMail(
  { env, request }: Pick<Context, 'env' | 'request'>,
  user: Actor & { email: string },
  at: Date,
) {
  return {
    kind: 'new_login',
    recipient: user.email,
    subject: 'Novo acesso à sua conta',
    ...letter(
      [
        greeting(user.fullName),
        'Sua conta foi acessada de um dispositivo que ainda não conhecíamos:',
        `${deviceInWords(request.userAgent)}\nEndereço IP: ${request.ip}\nQuando: ${momentInWords(at)}`,
        'Se foi você, não é preciso fazer nada.',
        'Se não foi, troque a sua senha e encerre as sessões abertas.',
      ],
      {
        action: { label: 'Revisar a segurança da conta', url: `${env.APP_ORIGIN}${securityPath(user)}` },
        closing: [env.BRAND_NAME],
      },
    ),
  };
}

/** The same under the bell. */
export function unknownDeviceNotification({ request }: Pick<Context, 'request'>, user: Actor) {
  return {
    userId: user.id,
    kind: 'new_login',
    title: 'Novo acesso à sua conta',
    text: `${deviceInWords(request.userAgent)}, endereço IP ${request.ip}. Se não foi você, troque a sua senha.`,
    href: securityPath(user),
  };
}
