import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { momentText, type Origin, originText } from './access.ts';

const place = addressOf('/client/seguranca');

export const deviceMessages = {
  /** `trustedFrom`: real time. */
  device_registered: (
    { trustedFrom, ...origin }: Origin & { trustedFrom: Date },
    { env, at }: About,
  ): Message => ({
    title: 'Novo aparelho registrado',
    place,
    bell: {
      text: `Vale por inteiro a partir de ${momentText(trustedFrom)}. Se não foi você, encerre-o em Segurança e troque a sua senha.`,
    },
    mail: {
      paragraphs: [
        'Um aparelho foi registrado na sua conta:',
        originText(origin, at),
        `Até ${momentText(trustedFrom)}, o que ele paga tem os limites de um aparelho não registrado.`,
        'Se não foi você, encerre o aparelho e troque a sua senha agora mesmo.',
      ],
      link: 'Ver meus aparelhos',
      closing: [env.BRAND_NAME],
    },
  }),

  device_ended: ({ name, ...origin }: Origin & { name: string }, { env, at }: About): Message => ({
    title: 'Aparelho encerrado',
    place,
    bell: { text: `${name} não é mais um aparelho registrado, e as sessões dele foram encerradas.` },
    mail: {
      paragraphs: [
        `O aparelho ${typed(name)} não está mais registrado na sua conta, e as sessões dele foram encerradas.`,
        originText(origin, at),
        'Se não foi você, troque a sua senha agora mesmo.',
      ],
      link: 'Ver meus aparelhos',
      closing: [env.BRAND_NAME],
    },
  }),
} satisfies Messages;
