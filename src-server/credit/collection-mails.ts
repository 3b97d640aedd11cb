import { formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { greeting, typed } from '#server/outbox/typed';

type Brand = Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>;
type Receiver = { fullName: string; email: string };

/** An instalment as a message names it; `totalCents` with the fine and the interest of today. */
export type NamedInstalment = { number: number; of: number; dueOn: string; amountCents: number };
export type OverdueInstalment = NamedInstalment & {
  daysLate: number;
  fineCents: number;
  lateInterestCents: number;
  totalCents: number;
};

/** 'Parcela 3 de 12, de R$ 100,00, com vencimento em 10/06/2026'. */
export const instalmentText = ({ number, of, amountCents, dueOn }: NamedInstalment): string =>
  `Parcela ${number} de ${of}, de ${formatBrl(amountCents)}, com vencimento em ${formatDay(dueOn)}`;

const days = (count: number): string => (count === 1 ? '1 dia' : `${count} dias`);

const overdueLine = (one: OverdueInstalment): string =>
  `${instalmentText(one)}: ${days(one.daysLate)} de atraso, multa de ${formatBrl(one.fineCents)}, juros de ${formatBrl(one.lateInterestCents)}. Hoje: ${formatBrl(one.totalCents)}`;

const pay = ({ APP_ORIGIN }: Brand) => ({
  action: { label: 'Pagar parcelas', url: `${APP_ORIGIN}/client/my-credits` },
});

/** Asks for the overdue instalments of a credit: which, how much today, and how to pay. */
export const collectionMail = (
  env: Brand,
  receiver: Receiver,
  about: { purpose: string; overdue: readonly OverdueInstalment[]; totalCents: number; on: string },
) => ({
  kind: 'credit_collection',
  recipient: receiver.email,
  subject: `Parcelas em atraso: ${typed(about.purpose)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `Seu crédito “${typed(about.purpose)}” tem parcelas em atraso:`,
      about.overdue.map(overdueLine).join('\n'),
      `Total em ${formatDay(about.on)}: ${formatBrl(about.totalCents)}.`,
      'Como pagar: deixe o valor disponível na sua conta corrente, e o banco o debita na próxima rotina diária, da parcela mais antiga para a mais nova; ou pague agora, em Meus Créditos.',
    ],
    {
      ...pay(env),
      closing: [
        `Se você já pagou, desconsidere esta mensagem. Se está difícil pagar, responda para ${env.SUPPORT_EMAIL}: conversamos sobre uma saída.`,
      ],
    },
  ),
});

/** Reminds of an instalment that falls due soon. */
export const dueSoonMail = (env: Brand, receiver: Receiver, purpose: string, one: NamedInstalment) => ({
  kind: 'instalment_due_soon',
  recipient: receiver.email,
  subject: `Sua parcela vence em ${formatDay(one.dueOn)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `${instalmentText(one)} (“${typed(purpose)}”).`,
      'Deixe o valor na sua conta corrente: o banco debita a parcela no vencimento. Se preferir, pague antes, com desconto dos juros.',
    ],
    pay(env),
  ),
});

/** Tells that an instalment was not paid and is late from now on. */
export const overdueMail = (env: Brand, receiver: Receiver, purpose: string, one: OverdueInstalment) => ({
  kind: 'instalment_overdue',
  recipient: receiver.email,
  subject: `Parcela em atraso: ${typed(purpose)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `Não havia saldo para debitar esta parcela de “${typed(purpose)}”:`,
      overdueLine(one),
      'O banco tenta o débito de novo a cada dia. Os juros correm até o pagamento.',
    ],
    pay(env),
  ),
});

/** Tells that a credit is in default. */
export const defaultMail = (env: Brand, receiver: Receiver, purpose: string, overdue: number) => ({
  kind: 'credit_defaulted',
  recipient: receiver.email,
  subject: `Crédito inadimplente: ${typed(purpose)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `Seu crédito “${typed(purpose)}” tem ${overdue} parcelas em atraso e está inadimplente. Ele volta à situação normal quando restarem menos de três em atraso.`,
    ],
    pay(env),
  ),
});

/** Tells that an administrator negativated a credit, and what ends that. */
export const negativatedMail = (env: Brand, receiver: Receiver, purpose: string) => ({
  kind: 'credit_negativated',
  recipient: receiver.email,
  subject: `Crédito negativado: ${typed(purpose)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `Seu crédito “${typed(purpose)}” foi negativado por falta de pagamento. A negativação termina quando não houver mais parcelas em atraso.`,
    ],
    pay(env),
  ),
});
