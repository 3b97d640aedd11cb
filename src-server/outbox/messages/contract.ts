import { formatDay } from '#domain/date';
import type { Redemption } from '#domain/investment/yield';
import { CONTRACT_CODE } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { addressOf } from '#domain/places';
import type { Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';

const contracts = addressOf('/client/contracts');

const waiting = (contractTitle: string, title: string): Message => ({
  title,
  place: contracts,
  bell: { text: contractTitle },
  mail: {
    subject: `Contrato aguardando assinatura: ${typed(contractTitle)}`,
    paragraphs: [
      `O contrato “${typed(contractTitle)}” está pronto. Leia com calma e assine com um código que enviaremos a este e-mail.`,
    ],
    link: 'Ler e assinar',
  },
});

type Titled<Facts = object> = Facts & { contractTitle: string };
type Code = { contract: { title: string; terms: readonly { name: string; text: string }[] }; code: string };
type Matured = { productName: string; on: string; paid: Redemption };

export const contractMessages = {
  contract_waiting: ({ contractTitle }: Titled): Message => ({
    ...waiting(contractTitle, 'Contrato aguardando assinatura'),
  }),

  contract_reminder: ({ id, contractTitle, days }: Titled<{ id: string; days: number }>): Message => ({
    ...waiting(contractTitle, 'Lembrete: contrato aguardando assinatura'),
    kind: 'contract_waiting',
    bell: { kind: 'contract_reminder', text: contractTitle },
    dedupe: `${id}:${days}`,
  }),

  /** Names what the code signs; has no link that signs. */
  contract_code: ({ contract: { title, terms }, code }: Code): Message => ({
    title: `Código para assinar: ${typed(title)}`,
    place: null,
    mail: {
      paragraphs: [
        `Use este código para assinar “${typed(title)}”:\n${terms.map(({ name, text }) => `${name}: ${typed(text)}`).join('\n')}`,
      ],
      code,
      closing: [
        `Ele vale ${CONTRACT_CODE.ttlSeconds / 60} minutos e só para este contrato. Se você não pediu, ignore esta mensagem: sem o código nada é assinado.`,
      ],
    },
  }),

  contract_signed: ({ contractTitle, code }: Titled<{ code: string }>): Message => ({
    title: 'Contrato assinado',
    place: contracts,
    bell: { text: contractTitle },
    mail: {
      subject: `Contrato assinado: ${typed(contractTitle)}`,
      paragraphs: [
        `Você assinou “${typed(contractTitle)}”. O documento, com as evidências da assinatura, fica em Contratos; qualquer pessoa pode conferir que ele é genuíno pelo código ${code}.`,
      ],
      link: 'Conferir o documento',
      place: addressOf('/verificar/$code', {}, { code }),
    },
  }),

  investment_matured: ({ productName, on, paid }: Matured): Message => ({
    title: `${productName} venceu`,
    place: addressOf('/client/investments'),
    bell: { text: `${formatBrl(paid.netCents)} foram creditados na sua conta.` },
    mail: {
      subject: `Sua aplicação em ${productName} venceu`,
      paragraphs: [
        `Sua aplicação em ${productName} venceu em ${formatDay(on)} e ${formatBrl(paid.netCents)} foram creditados na sua conta.`,
        `Bruto: ${formatBrl(paid.grossCents)}\nIOF: ${formatBrl(paid.iofCents)}\nImposto de renda (${formatPercent(paid.incomeTaxPercent)}): ${formatBrl(paid.incomeTaxCents)}`,
      ],
      link: 'Ver investimentos',
    },
  }),
} satisfies Messages;
