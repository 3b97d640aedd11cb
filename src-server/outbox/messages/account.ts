import { RECEIVED_MAIL_LIMITS } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';

const statement = addressOf('/client/statement');

type Changed = { accountNumber: string; amountCents: number; reason: string };
type Frozen = Pick<Changed, 'accountNumber' | 'reason'>;
type Transfer = {
  amountCents: number;
  from: { name: string; document: string };
  description: string;
  authCode: string;
};

export const accountMessages = {
  transfer_received: ({ amountCents, from, description, authCode }: Transfer): Message => ({
    title: `Você recebeu ${formatBrl(amountCents)}`,
    place: addressOf('/client/dashboard'),
    bell: { text: `De ${from.name}: ${description}` },
    mail: {
      paragraphs: [
        `Você recebeu ${formatBrl(amountCents)} de ${typed(from.name)} (${from.document}).`,
        `Descrição: ${typed(description)}`,
        `Código de autenticação: ${authCode}`,
      ],
      link: 'Ver o extrato',
    },
    receivedCents: amountCents,
  }),

  many_received: (_: object): Message => ({
    title: 'Você recebeu vários valores pequenos',
    place: statement,
    mail: {
      isImpersonal: true,
      paragraphs: [
        `Vários valores abaixo de ${formatBrl(RECEIVED_MAIL_LIMITS.belowCents)} chegaram à sua conta na última hora. Para não encher a sua caixa, reunimos os avisos nesta mensagem: cada valor está no extrato.`,
      ],
      link: 'Ver o extrato',
    },
  }),

  account_adjusted: ({ accountNumber, amountCents, reason }: Changed, { env }: About): Message => {
    const title = `Ajuste de ${formatBrl(Math.abs(amountCents))} na sua conta`;
    const what = amountCents > 0 ? 'lançou um crédito na' : 'lançou um débito na';
    const text = `O banco ${what} sua conta ${accountNumber}. Motivo: ${typed(reason)}`;
    const closing = [`Se você não reconhece este ajuste, escreva para ${env.SUPPORT_EMAIL}.`];
    const mail = { paragraphs: [`${title}.`, text], link: 'Ver o extrato', closing };
    return { title, place: statement, bell: { text }, mail };
  },

  transaction_reversed: ({ accountNumber, amountCents, reason }: Changed): Message => {
    const title = `Estorno de ${formatBrl(Math.abs(amountCents))}`;
    const what = amountCents > 0 ? 'devolveu o valor à' : 'retirou o valor da';
    const text = `O banco desfez uma transação e ${what} sua conta ${accountNumber}. Motivo: ${typed(reason)}`;
    const mail = { paragraphs: [title, text], link: 'Ver o extrato' };
    return { title, place: statement, bell: { text }, mail };
  },

  account_frozen: ({ accountNumber, reason }: Frozen, { env }: About): Message => ({
    title: `Sua conta ${accountNumber} foi bloqueada`,
    place: null,
    bell: { text: `Motivo: ${reason}` },
    mail: {
      paragraphs: [
        `Sua conta ${accountNumber} foi bloqueada: ela não envia nem recebe até ser desbloqueada.`,
        `Motivo: ${typed(reason)}`,
        `Se tiver dúvidas, escreva para ${env.SUPPORT_EMAIL}.`,
      ],
    },
  }),

  account_unfrozen: ({ accountNumber, reason }: Frozen): Message => ({
    title: `Sua conta ${accountNumber} foi desbloqueada`,
    place: null,
    bell: { text: `Motivo: ${reason}` },
    mail: {
      paragraphs: [
        `Sua conta ${accountNumber} foi desbloqueada e volta a enviar e a receber.`,
        `Motivo: ${typed(reason)}`,
      ],
    },
  }),

  user_activated: ({ reason }: { reason: string }, { env }: About): Message => ({
    title: 'Seu acesso foi reativado',
    place: addressOf('/login'),
    mail: {
      paragraphs: [`Seu acesso ao ${env.BRAND_NAME} foi reativado.`, `Motivo: ${typed(reason)}`],
      link: 'Entrar na conta',
    },
  }),

  user_deactivated: ({ reason }: { reason: string }, { env }: About): Message => ({
    title: 'Seu acesso foi desativado',
    place: null,
    mail: {
      paragraphs: [
        `Seu acesso ao ${env.BRAND_NAME} foi desativado. Sessões abertas, tokens de acesso, e os aparelhos e as chaves de acesso registrados há menos de 72 horas foram encerrados.`,
        `Motivo: ${typed(reason)}`,
        `Se tiver dúvidas, escreva para ${env.SUPPORT_EMAIL}.`,
      ],
    },
  }),
} satisfies Messages;
