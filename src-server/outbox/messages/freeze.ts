import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { type Origin, originText } from './access.ts';

const place = addressOf('/client/seguranca');

const FROZEN =
  'Nada sai dela, e o que chegar continua entrando. As sessões abertas e os tokens de acesso foram encerrados.';

export const freezeMessages = {
  frozen_by_owner: ({ byLink, ...origin }: Origin & { byLink: boolean }, { env, at }: About): Message => ({
    title: 'Sua conta está congelada',
    place,
    bell: { text: `${FROZEN} Para usá-la de novo, descongele-a em Segurança.` },
    mail: {
      paragraphs: [
        byLink
          ? 'Sua conta foi congelada pelo link de um e-mail nosso.'
          : 'Sua conta foi congelada, como você pediu.',
        FROZEN,
        'As sessões, os tokens, e os aparelhos e as chaves de acesso registrados há menos de 72 horas foram encerrados. Um limite maior pedido nesse tempo, outro e-mail ainda não confirmado, um prazo menor para desfazer pagamentos, a confiança em favorecidos, e os apelidos e fixações que eles ganharam nesse tempo deixaram de valer.',
        originText(origin, at),
        `Para usá-la de novo, entre, descongele-a em Segurança e confirme que é você. Antes, confirme de novo o seu e-mail em Meu Perfil. Se alguém sabe a sua senha, crie outra antes. Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`,
      ],
      link: 'Abrir Segurança',
      closing: [env.BRAND_NAME],
    },
  }),

  unfrozen_by_owner: (origin: Origin, { env, at }: About): Message => ({
    title: 'Sua conta foi descongelada',
    place,
    bell: { text: 'Ela volta a enviar dinheiro. Se não foi você, congele-a de novo e troque a sua senha.' },
    mail: {
      paragraphs: [
        'Sua conta foi descongelada e volta a enviar dinheiro:',
        originText(origin, at),
        'Se não foi você, congele-a de novo e troque a sua senha.',
      ],
      link: 'Abrir Segurança',
      closing: [env.BRAND_NAME],
    },
  }),

  /** By an administrator who has identified the customer. */
  unfrozen_for_owner: ({ reason }: { reason: string }, { env }: About): Message => ({
    title: 'O banco descongelou a sua conta',
    place,
    bell: { text: `Ela volta a enviar dinheiro. Motivo: ${reason}` },
    mail: {
      paragraphs: [
        'O banco descongelou a sua conta, que volta a enviar dinheiro.',
        `Motivo: ${typed(reason)}`,
        `Se você não pediu, congele-a de novo e escreva para ${env.SUPPORT_EMAIL}.`,
      ],
      link: 'Abrir Segurança',
      closing: [env.BRAND_NAME],
    },
  }),
} satisfies Messages;
