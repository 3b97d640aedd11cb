import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { momentText, type Origin, originText, securityPlace } from './access.ts';

const ENABLED = {
  title: 'Autenticação de dois fatores ativada',
  text: 'A partir de agora, cada acesso à sua conta pede também um código do aplicativo autenticador. As outras sessões e os tokens de acesso foram encerrados.',
};

const changed =
  ({ title, text }: { title: string; text: string }) =>
  ({ more, ...origin }: Origin & { more?: string }, { env, to, at }: About): Message => {
    const whole = more ? `${text} ${more}` : text;
    return {
      title,
      place: securityPlace(to),
      bell: { text: whole },
      mail: {
        paragraphs: [
          whole,
          originText(origin, at),
          'Se não foi você, troque a sua senha agora e encerre as sessões abertas.',
        ],
        link: 'Revisar a segurança da conta',
        closing: [env.BRAND_NAME],
      },
    };
  };

function enabledWithLink(
  { token, until }: { token: string; until: Date },
  origin: Origin,
  { env, to, at }: About,
): Message {
  return {
    title: ENABLED.title,
    place: securityPlace(to),
    bell: { text: ENABLED.text },
    mail: {
      paragraphs: [
        ENABLED.text,
        originText(origin, at),
        `Se não foi você, desative os dois fatores pelo link abaixo até ${momentText(until)}. A senha atual deixará de valer, e você criará outra.`,
      ],
      link: 'Desativar os dois fatores',
      place: addressOf('/desfazer-dois-fatores', { token }),
      closing: [`Se foi você, não abra o link. Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
    },
  };
}

const enabledForGood = (origin: Origin, about: About): Message =>
  changed(ENABLED)(
    { ...origin, more: 'Nenhum link desfaz isso: se não foi você, avise agora outro administrador.' },
    about,
  );

/** Factor and password were voided. */
const ended =
  ({ title, text, more = [] }: { title: string; text: string; more?: string[] }) =>
  (origin: Origin, { env, to, at }: About): Message => ({
    title,
    place: securityPlace(to),
    bell: { text },
    mail: {
      paragraphs: [text, ...more, originText(origin, at), 'Crie agora uma nova senha, que só você conheça.'],
      link: 'Criar nova senha',
      place: addressOf('/recuperar-senha'),
      closing: [
        `Se não conseguir entrar, ou se algo na conta não foi feito por você, escreva para ${env.SUPPORT_EMAIL}.`,
        env.BRAND_NAME,
      ],
    },
  });

export const twoFactorMessages = {
  /** With the undo link (`undo` null: none), to the trusted address. */
  two_factor_enabled: (
    { undo, ...origin }: Origin & { undo: { token: string; until: Date } | null },
    about: About,
  ): Message => (undo ? enabledWithLink(undo, origin, about) : enabledForGood(origin, about)),

  /** To the present address, where it is not the trusted one: without the link. */
  two_factor_enabled_elsewhere: (origin: Origin, about: About): Message => {
    const { title, place, mail } = changed(ENABLED)(origin, about);
    return { kind: 'two_factor_enabled', title, place, mail };
  },

  two_factor_disabled: changed({
    title: 'Autenticação de dois fatores desativada',
    text: 'Sua conta voltou a ser acessada apenas com a senha. As outras sessões e os tokens de acesso foram encerrados.',
  }),

  two_factor_undone: ended({
    title: 'A ativação dos dois fatores foi desfeita',
    text: 'Os dois fatores foram desativados pelo link que enviamos. A senha anterior deixou de valer. As sessões, os tokens, os aparelhos registrados e as chaves de acesso adicionadas desde três dias antes da ativação foram encerrados, e o que esperava para ser pago voltou.',
    more: [
      'Um limite maior pedido desde três dias antes da ativação, outro e-mail ainda não confirmado, um prazo menor para desfazer pagamentos, a confiança em favorecidos, e os apelidos e fixações que eles ganharam nesse tempo deixaram de valer.',
    ],
  }),

  two_factor_ended: ended({
    title: 'Seus dois fatores foram desativados',
    text: 'Os dois fatores foram desativados por quem opera o banco. A senha anterior deixou de valer, e todas as sessões, tokens, chaves de acesso e aparelhos registrados foram encerrados.',
  }),

  /** A day after an administrator asked for it. */
  factors_ended: (_: object, { env, to }: About): Message => {
    const text =
      'O aplicativo autenticador, os códigos de backup, as chaves de acesso e os aparelhos registrados foram desativados, como avisamos. A senha anterior deixou de valer, e todos os acessos terminaram.';
    return {
      title: 'Seus dois fatores foram desativados',
      place: securityPlace(to),
      bell: { text },
      mail: {
        paragraphs: [text, 'Crie agora uma nova senha, que só você conheça.'],
        link: 'Criar nova senha',
        place: addressOf('/recuperar-senha'),
        closing: [
          `Se não conseguir entrar, ou se você não pediu, escreva para ${env.SUPPORT_EMAIL}.`,
          env.BRAND_NAME,
        ],
      },
    };
  },

  /** An administrator has asked for it; `until` then. */
  factors_end_asked: ({ until, reason }: { until: Date; reason: string }, { env }: About): Message => ({
    title: 'Seus dois fatores serão desativados',
    place: addressOf('/client/seguranca'),
    bell: {
      text: `O atendimento vai desativar o aplicativo autenticador e as chaves de acesso em ${momentText(until)}. Se você não pediu, mantenha-os em Segurança.`,
    },
    mail: {
      paragraphs: [
        `O atendimento recebeu um pedido de quem perdeu os dois fatores desta conta. Em ${momentText(until)}, o aplicativo autenticador, os códigos de backup, as chaves de acesso e os aparelhos registrados deixam de valer, e a senha também: você criará outra pelo e-mail.`,
        `Motivo: ${typed(reason)}`,
        'Se você não pediu, mantenha-os em Segurança, ou congele a conta: o pedido termina.',
      ],
      link: 'Abrir Segurança',
      closing: [`Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
    },
  }),

  /** `reason`: of the administrator who took the request back; null: the customer did. */
  factors_kept: ({ reason }: { reason: string | null }, { env }: About): Message => {
    const text =
      reason === null
        ? 'Você manteve o aplicativo autenticador e as chaves de acesso: o pedido feito ao atendimento terminou.'
        : 'O atendimento manteve o aplicativo autenticador e as chaves de acesso.';
    return {
      title: 'Seus dois fatores continuam ativos',
      place: addressOf('/client/seguranca'),
      bell: { text },
      mail: {
        paragraphs: [
          text,
          ...(reason === null ? [] : [`Motivo: ${typed(reason)}`]),
          'Se não foi você, congele a conta e fale com o atendimento.',
        ],
        link: 'Abrir Segurança',
        closing: [env.BRAND_NAME],
      },
    };
  },

  backup_codes_regenerated: changed({
    title: 'Novos códigos de backup gerados',
    text: 'Os códigos de backup anteriores deixaram de valer.',
  }),

  backup_code_used: changed({
    title: 'Código de backup utilizado',
    text: 'Um dos seus códigos de backup foi usado e deixou de valer.',
  }),

  two_factor_blocked: changed({
    title: 'Muitos códigos incorretos',
    text: 'Foram informados muitos códigos de verificação incorretos na sua conta. Por segurança, novos códigos vindos do mesmo lugar serão recusados por 24 horas.',
  }),
} satisfies Messages;
