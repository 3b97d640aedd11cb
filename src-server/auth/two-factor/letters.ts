import type { Tx } from '#db/db';
import { deviceInWords } from '#domain/auth/device-words';
import type { Actor, Context } from '#server/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { greeting } from '#server/outbox/typed';
import { momentInWords, securityPath } from '../new-login-mail.ts';

/** What the owner of an account is told about its second factor. */
const NEWS = {
  two_factor_enabled: {
    title: 'Autenticação de dois fatores ativada',
    text: 'A partir de agora, cada acesso à sua conta pede também um código do aplicativo autenticador. As outras sessões e os tokens de acesso foram encerrados.',
  },
  two_factor_disabled: {
    title: 'Autenticação de dois fatores desativada',
    text: 'Sua conta voltou a ser acessada apenas com a senha. As outras sessões e os tokens de acesso foram encerrados.',
  },
  backup_codes_regenerated: {
    title: 'Novos códigos de backup gerados',
    text: 'Os códigos de backup anteriores deixaram de valer.',
  },
  backup_code_used: {
    title: 'Código de backup utilizado',
    text: 'Um dos seus códigos de backup foi usado e deixou de valer.',
  },
  two_factor_blocked: {
    title: 'Muitos códigos incorretos',
    text: 'Foram informados muitos códigos de verificação incorretos na sua conta. Por segurança, novos códigos vindos do mesmo lugar serão recusados por 24 horas.',
  },
} as const;
export type TwoFactorNews = keyof typeof NEWS;

/** Tells the owner by e-mail and under the bell, in the commit of what it tells; `more` is a further sentence. */
export async function tellOfTwoFactor(
  tx: Tx,
  { env, request, clock }: Pick<Context, 'env' | 'request' | 'clock'>,
  user: Actor & { email: string },
  news: TwoFactorNews,
  more?: string,
): Promise<void> {
  const at = clock.now();
  const { title, text } = NEWS[news];
  const told = more ? `${text} ${more}` : text;
  const { text: plain, html } = letter(
    [
      greeting(user.fullName),
      told,
      `${deviceInWords(request.userAgent)}\nEndereço IP: ${request.ip}\nQuando: ${momentInWords(at)}`,
      'Se não foi você, troque a sua senha agora e encerre as sessões abertas.',
    ],
    {
      action: { label: 'Revisar a segurança da conta', url: `${env.APP_ORIGIN}${securityPath(user)}` },
      closing: [env.BRAND_NAME],
    },
  );
  await tell(tx, { kind: news, recipient: user.email, subject: title, text: plain, html, at });
  await notify(tx, { userId: user.id, kind: news, title, text: told, href: securityPath(user), at });
}
