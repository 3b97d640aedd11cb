import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { momentText } from './access.ts';

/** To the holder of a deactivated record whose CPF or CNPJ somebody has shown the bank to be theirs. */
export const documentMessages = {
  /** `from`: when it may be freed. */
  document_free_asked: ({ from, reason }: { from: Date; reason: string }, { env }: About): Message => ({
    title: 'Pedido para liberar o CPF ou CNPJ do seu cadastro',
    place: null,
    bell: {
      text: `O atendimento pode liberar o CPF ou CNPJ deste cadastro para outra pessoa a partir de ${momentText(from)}. Se ele é seu, fale com o atendimento antes disso.`,
    },
    mail: {
      paragraphs: [
        `Alguém se identificou ao atendimento como titular do CPF ou CNPJ deste cadastro, que está desativado. A partir de ${momentText(from)} o documento pode ser liberado para que essa pessoa se cadastre, e deixa de servir para entrar aqui.`,
        `Motivo: ${typed(reason)}`,
        `Se o documento é seu, escreva antes disso para ${env.SUPPORT_EMAIL} e identifique-se: o pedido é retirado.`,
      ],
      closing: [env.BRAND_NAME],
    },
  }),

  document_kept: ({ reason }: { reason: string }, { env }: About): Message => {
    const text = 'O pedido para liberar o CPF ou CNPJ deste cadastro foi retirado.';
    return {
      title: 'O CPF ou CNPJ continua no seu cadastro',
      place: null,
      bell: { text },
      mail: { paragraphs: [text, `Motivo: ${typed(reason)}`], closing: [env.BRAND_NAME] },
    };
  },

  document_freed: ({ reason }: { reason: string }, { env }: About): Message => {
    const text =
      'O CPF ou CNPJ deste cadastro foi liberado: quem é titular dele pode se cadastrar, e ele não serve mais para entrar aqui.';
    return {
      title: 'O CPF ou CNPJ do seu cadastro foi liberado',
      place: null,
      bell: { text },
      mail: {
        paragraphs: [
          text,
          'Contas, saldos, movimentações e comprovantes deste cadastro ficam como estão.',
          `Motivo: ${typed(reason)}`,
          `Se o documento é seu, escreva para ${env.SUPPORT_EMAIL}.`,
        ],
        closing: [env.BRAND_NAME],
      },
    };
  },
} satisfies Messages;
