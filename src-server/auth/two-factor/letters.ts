import type { Tx } from '#db/db';
import { deviceInWords } from '#domain/auth/device-words';
import type { Actor, Context } from '#server/kernel/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { sealed } from '#server/outbox/sealed';
import { tell } from '#server/outbox/tell';
import { greeting } from '#server/outbox/typed';
import { trustedEmail } from '../email-hold.ts';
import { momentInWords, securityPath } from '../new-login-mail.ts';
import type { UserRow } from '../user-answer.ts';

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
  two_factor_undone: {
    title: 'A ativação dos dois fatores foi desfeita',
    text: 'Os dois fatores foram desativados pelo link que enviamos. A senha anterior deixou de valer, e todas as sessões e tokens de acesso foram encerrados.',
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

type Teller = Pick<Context, 'env' | 'request' | 'clock'>;
type Person = Actor & { email: string };

/** Tells the owner by e-mail and under the bell, in the commit of what it tells; `more` is a further sentence. */
export async function tellOfTwoFactor(
  tx: Tx,
  ctx: Teller,
  user: Person,
  news: TwoFactorNews,
  more?: string,
): Promise<void> {
  await write(tx, ctx, user, news, more);
  await ring(tx, ctx, user, news, more);
}

/**
 * Tells that two-factor was turned on, with the link that turns it off again: at the address that what proves who somebody is
 * goes to. A present address that is another one is told without it.
 */
export async function tellTwoFactorEnabled(
  tx: Tx,
  ctx: Teller & Pick<Context, 'keys'>,
  user: UserRow,
  { token, until }: { token: string; until: Date },
): Promise<void> {
  const { env, keys, clock } = ctx;
  const at = clock.now();
  const trusted = await trustedEmail(tx, user, clock.real());
  const told = {
    kind: 'two_factor_enabled',
    recipient: trusted.email,
    subject: NEWS.two_factor_enabled.title,
    ...letter(
      [
        ...beginning(ctx, user, NEWS.two_factor_enabled.text),
        `Se não foi você, desative os dois fatores pelo link abaixo até ${momentInWords(until)}. A senha atual deixará de valer, e você criará outra.`,
      ],
      {
        action: {
          label: 'Desativar os dois fatores',
          url: `${env.APP_ORIGIN}/desfazer-dois-fatores?token=${token}`,
        },
        closing: [
          `Se foi você, não abra o link. Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`,
          env.BRAND_NAME,
        ],
      },
    ),
  };
  await tell(tx, { ...sealed(keys, told, { isConfirmed: user.emailConfirmedAt !== null }), at });
  if (trusted.until) await write(tx, ctx, user, 'two_factor_enabled');
  await ring(tx, ctx, user, 'two_factor_enabled');
}

/** Tells that two-factor was turned off by that link, and what comes next. */
export async function tellTwoFactorUndone(tx: Tx, ctx: Teller, user: UserRow): Promise<void> {
  const { env, clock } = ctx;
  const at = clock.now();
  const { email: recipient } = await trustedEmail(tx, user, clock.real());
  const message = letter(
    [...beginning(ctx, user, NEWS.two_factor_undone.text), 'Crie agora uma nova senha, que só você conheça.'],
    {
      action: { label: 'Criar nova senha', url: `${env.APP_ORIGIN}/recuperar-senha` },
      closing: [
        `Se não conseguir entrar, ou se algo na conta não foi feito por você, escreva para ${env.SUPPORT_EMAIL}.`,
        env.BRAND_NAME,
      ],
    },
  );
  await tell(tx, {
    kind: 'two_factor_undone',
    recipient,
    subject: NEWS.two_factor_undone.title,
    ...message,
    at,
  });
  await ring(tx, ctx, user, 'two_factor_undone');
}

const withMore = (text: string, more?: string): string => (more ? `${text} ${more}` : text);

/** Who is addressed, what happened, and from where. */
const beginning = ({ request, clock }: Teller, user: Person, told: string): string[] => [
  greeting(user.fullName),
  told,
  `${deviceInWords(request.userAgent)}\nEndereço IP: ${request.ip}\nQuando: ${momentInWords(clock.now())}`,
];

async function write(tx: Tx, ctx: Teller, user: Person, news: TwoFactorNews, more?: string): Promise<void> {
  const { env, clock } = ctx;
  const { title, text } = NEWS[news];
  const message = letter(
    [
      ...beginning(ctx, user, withMore(text, more)),
      'Se não foi você, troque a sua senha agora e encerre as sessões abertas.',
    ],
    {
      action: { label: 'Revisar a segurança da conta', url: `${env.APP_ORIGIN}${securityPath(user)}` },
      closing: [env.BRAND_NAME],
    },
  );
  await tell(tx, { kind: news, recipient: user.email, subject: title, ...message, at: clock.now() });
}

async function ring(
  tx: Tx,
  { clock }: Teller,
  user: Person,
  news: TwoFactorNews,
  more?: string,
): Promise<void> {
  const { title, text } = NEWS[news];
  const href = securityPath(user);
  await notify(tx, { userId: user.id, kind: news, title, text: withMore(text, more), href, at: clock.now() });
}
