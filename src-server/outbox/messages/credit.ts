import type { LoanTerms } from '#domain/credit/terms';
import { SIGNATURE_DAYS } from '#domain/credit/words';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { addressOf } from '#domain/places';
import type { Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';

const proposals = addressOf('/client/credit');
const ownCredits = addressOf('/client/my-credits');

type Proposal = { amountCents: number; purpose: string };
type Rejected = Proposal & { decisionReason: string | null };
type PaidOut = { amountCents: number; iofCents: number; netCents: number };
type Approved = Proposal & {
  termMonths: number;
  instalmentCents: number;
  interestRate: string;
  iofCents: number;
  cetAnnual: string;
  terms: Pick<LoanTerms, 'netCents'>;
};

export const creditMessages = {
  credit_approved: (row: Approved): Message => ({
    title: 'Sua proposta de crédito foi aprovada',
    place: addressOf('/client/contracts'),
    bell: {
      text: `${formatBrl(row.amountCents)} em ${row.termMonths}x de ${formatBrl(row.instalmentCents)}. Assine o contrato para receber.`,
    },
    mail: {
      paragraphs: [
        `Sua proposta de ${formatBrl(row.amountCents)} foi aprovada.`,
        `Parcelas: ${row.termMonths} de ${formatBrl(row.instalmentCents)}\nTaxa: ${formatPercent(row.interestRate)} ao mês\nIOF: ${formatBrl(row.iofCents)}\nValor liberado: ${formatBrl(row.terms.netCents)}\nCET: ${formatPercent(row.cetAnnual)} ao ano`,
        `Assine o contrato em até ${SIGNATURE_DAYS} dias para receber o valor na sua conta.`,
      ],
      link: 'Ler e assinar',
    },
  }),

  /** With the reason, if given, and how to request a review by a person. */
  credit_rejected: ({ amountCents, purpose, decisionReason }: Rejected): Message => ({
    title: 'Sua proposta de crédito não foi aprovada',
    place: proposals,
    bell: { text: decisionReason ?? `Proposta de ${formatBrl(amountCents)}: ${purpose}` },
    mail: {
      paragraphs: [
        `Sua proposta de ${formatBrl(amountCents)} (${typed(purpose)}) não foi aprovada.`,
        ...(decisionReason === null ? [] : [`Motivo: ${typed(decisionReason)}`]),
        'Em Crédito você lê a análise, o que poderia melhorá-la, e pode pedir a revisão por uma pessoa.',
      ],
      link: 'Ver minhas propostas',
    },
  }),

  credit_reviewed: ({ amountCents, purpose, text }: Proposal & { text: string }): Message => ({
    title: 'A revisão que você pediu foi feita',
    place: proposals,
    bell: { text },
    mail: {
      paragraphs: [
        `Uma pessoa da nossa equipe reviu a análise da sua proposta de ${formatBrl(amountCents)} (${typed(purpose)}).`,
        `Conclusão: ${typed(text)}`,
      ],
      link: 'Ver minhas propostas',
    },
  }),

  credit_paid_out: ({ amountCents, iofCents, netCents }: PaidOut): Message => ({
    title: 'Seu crédito foi liberado',
    place: ownCredits,
    bell: { text: `${formatBrl(netCents)} estão na sua conta.` },
    mail: {
      paragraphs: [
        `${formatBrl(netCents)} foram creditados na sua conta: ${formatBrl(amountCents)} menos ${formatBrl(iofCents)} de IOF.`,
        'As parcelas, com os vencimentos, estão em Meus Créditos.',
      ],
      link: 'Ver as parcelas',
    },
  }),

  credit_lapsed: ({ amountCents }: Pick<Proposal, 'amountCents'>): Message => ({
    title: 'Sua proposta de crédito foi cancelada',
    place: proposals,
    bell: { text: `O contrato não foi assinado em ${SIGNATURE_DAYS} dias.` },
    mail: {
      paragraphs: [
        `O contrato da sua proposta de ${formatBrl(amountCents)} não foi assinado em ${SIGNATURE_DAYS} dias e perdeu o efeito. Nada é devido.`,
        'Se ainda precisar, faça uma nova proposta.',
      ],
      link: 'Fazer nova proposta',
    },
  }),
} satisfies Messages;
