import type { DueToday } from '#domain/credit/due-today';
import { markFrom } from '#domain/credit/late';
import { formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';

/** How many days before the due date the reminder is sent. */
export const REMINDED_DAYS_BEFORE = 3;

const ownCredits = addressOf('/client/my-credits');
const pay = 'Pagar parcelas';

type Instalment = { number: number; of: number; dueOn: string; amountCents: number };
type Overdue = Instalment & DueToday;
type OfCredit<Facts> = Facts & { purpose: string };

/** Balances of the customer's two accounts; null: no external account. */
export type Pots = { checkingCents: number; externalCents: number | null };

const potsText = ({ checkingCents, externalCents }: Pots): string =>
  externalCents === null
    ? `Agora há ${formatBrl(checkingCents)} na conta corrente.`
    : `Agora há ${formatBrl(checkingCents)} na conta corrente e ${formatBrl(externalCents)} na conta externa. O débito sai da conta corrente; o que faltar vem da externa, se você autorizou em Meu Perfil, aba Privacidade.`;

type Reminded = { id: string; pots: Pots };
type Collected = OfCredit<{ overdue: readonly Overdue[]; totalCents: number; on: string }>;
type Paid = OfCredit<{ number: number; of: number; totalCents: number }>;

const instalmentText = ({ number, of, amountCents, dueOn }: Instalment): string =>
  `Parcela ${number} de ${of}, de ${formatBrl(amountCents)}, com vencimento em ${formatDay(dueOn)}`;

const days = (count: number): string => (count === 1 ? '1 dia' : `${count} dias`);

const overdueLine = (one: Overdue): string =>
  `${instalmentText(one)}: ${days(one.daysLate)} de atraso, multa de ${formatBrl(one.fineCents)}, juros de ${formatBrl(one.lateInterestCents)}. Hoje: ${formatBrl(one.totalCents)}`;

/** Names the day that follows from the given instalment: the one that is overdue longest. */
const markAnnounced = ({ dueOn }: Instalment): string =>
  `Aviso prévio: enquanto houver parcela em atraso, o crédito pode ser negativado a partir de ${formatDay(markFrom(dueOn))}.`;

export const collectionMessages = {
  instalment_due_soon: ({ id, purpose, pots, ...one }: OfCredit<Instalment & Reminded>): Message => ({
    title: `Parcela vence em ${REMINDED_DAYS_BEFORE} dias`,
    place: ownCredits,
    bell: { text: `${purpose}: ${instalmentText(one)}.` },
    mail: {
      subject: `Sua parcela vence em ${formatDay(one.dueOn)}`,
      paragraphs: [
        `${instalmentText(one)} (“${typed(purpose)}”).`,
        'Deixe o valor na sua conta corrente: o banco debita a parcela no vencimento. Se preferir, pague antes, com desconto dos juros.',
        potsText(pots),
      ],
      link: pay,
    },
    dedupe: id,
  }),

  instalment_overdue: ({ id, purpose, pots, ...one }: OfCredit<Overdue & Reminded>): Message => ({
    title: 'Parcela em atraso',
    place: ownCredits,
    bell: { text: `${purpose}: ${instalmentText(one)}. Hoje: ${formatBrl(one.totalCents)}.` },
    mail: {
      subject: `Parcela em atraso: ${typed(purpose)}`,
      paragraphs: [
        `Não havia saldo para debitar esta parcela de “${typed(purpose)}”:`,
        overdueLine(one),
        'O banco tenta o débito de novo a cada dia. Os juros correm até o pagamento.',
        potsText(pots),
        markAnnounced(one),
      ],
      link: pay,
    },
    dedupe: id,
  }),

  credit_collection: ({ purpose, overdue, totalCents, on }: Collected, { env }: About): Message => ({
    title: `Parcelas em atraso: ${typed(purpose)}`,
    place: ownCredits,
    mail: {
      paragraphs: [
        `Seu crédito “${typed(purpose)}” tem parcelas em atraso:`,
        overdue.map(overdueLine).join('\n'),
        `Total em ${formatDay(on)}: ${formatBrl(totalCents)}.`,
        ...overdue.slice(0, 1).map(markAnnounced),
        'Como pagar: deixe o valor disponível na sua conta corrente, e o banco o debita na próxima rotina diária, da parcela mais antiga para a mais nova; ou pague agora, em Meus Créditos.',
      ],
      link: pay,
      closing: [
        `Se você já pagou, desconsidere esta mensagem. Se está difícil pagar, responda para ${env.SUPPORT_EMAIL}: conversamos sobre uma saída.`,
      ],
    },
  }),

  credit_defaulted: ({ purpose, overdue }: OfCredit<{ overdue: number }>): Message => ({
    title: 'Crédito inadimplente',
    place: ownCredits,
    bell: { text: `“${purpose}” tem ${overdue} parcelas em atraso.` },
    mail: {
      subject: `Crédito inadimplente: ${typed(purpose)}`,
      paragraphs: [
        `Seu crédito “${typed(purpose)}” tem ${overdue} parcelas em atraso e está inadimplente. Ele volta à situação normal quando restarem menos de três em atraso.`,
      ],
      link: pay,
    },
  }),

  credit_negativated: ({ purpose }: OfCredit<object>): Message => ({
    title: 'Crédito negativado',
    place: ownCredits,
    bell: { text: `“${purpose}” tem parcelas em atraso.` },
    mail: {
      subject: `Crédito negativado: ${typed(purpose)}`,
      paragraphs: [
        `Seu crédito “${typed(purpose)}” foi negativado por falta de pagamento. A negativação termina quando não houver mais parcelas em atraso.`,
      ],
      link: pay,
    },
  }),

  credit_cured: ({ purpose, overdue }: OfCredit<{ overdue: number }>): Message => ({
    title: overdue === 0 ? 'Crédito regularizado' : 'Crédito fora da inadimplência',
    place: ownCredits,
    bell: {
      text:
        overdue === 0
          ? `Não há mais parcelas em atraso de “${purpose}”.`
          : `“${purpose}” não é mais inadimplente. Em atraso: ${overdue} ${overdue === 1 ? 'parcela' : 'parcelas'}.`,
    },
  }),

  credit_finished: ({ purpose }: OfCredit<object>): Message => ({
    title: 'Crédito quitado',
    place: ownCredits,
    bell: { text: `Você pagou a última parcela de “${purpose}”.` },
  }),

  instalment_paid: ({ number, of, purpose, totalCents }: Paid): Message => ({
    title: 'Parcela debitada',
    place: ownCredits,
    bell: { text: `Parcela ${number} de ${of} de “${purpose}”: ${formatBrl(totalCents)}.` },
  }),
} satisfies Messages;
