import { formatDay } from '#domain/date';
import { CONFIRMATION_SECONDS } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { addressOf } from '#domain/places';
import type { ConfirmedPayment } from '#domain/protection/content';
import { shownTarget, TARGET_LABELS } from '#domain/protection/shown-target';
import { inWords, type Signal } from '#domain/protection/signals';
import type { WaitingKind } from '#domain/protection/waiting';
import {
  LIMIT_KIND_LABELS,
  LIMIT_WINDOW_LABELS,
  type LimitKind,
  type LimitWindow,
  WAITING_KIND_LABELS,
} from '#domain/protection/words';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { momentText } from './access.ts';

const place = addressOf('/client/seguranca');
const NOT_YOU = 'Se não foi você, troque a sua senha agora e encerre as sessões abertas.';

type Which = { kind: LimitKind; window: LimitWindow };
type Amounts = { beforeCents: number; amountCents: number };

const nameOf = ({ kind, window }: Which): string =>
  `${LIMIT_KIND_LABELS[kind]}, ${LIMIT_WINDOW_LABELS[window].toLowerCase()}`;

const fromTo = ({ beforeCents, amountCents }: Amounts): string =>
  `de ${formatBrl(beforeCents)} para ${formatBrl(amountCents)}`;

const inLines = ({ kind, payee, document, target, amountCents, day }: ConfirmedPayment): string[] => [
  ...(payee ? [`Para: ${typed(payee)}${document ? `, documento ${document}` : ''}`] : []),
  `${TARGET_LABELS[kind]}: ${typed(shownTarget(kind, target))}`,
  `Valor: ${formatBrl(amountCents)}`,
  `Dia: ${formatDay(day)}`,
];
type WaitingPayment = {
  kind: WaitingKind;
  amountCents: number;
  payeeName: string | null;
  target: string;
};

const paymentInWords = ({ kind, amountCents, payeeName, target }: WaitingPayment): string =>
  `${WAITING_KIND_LABELS[kind]} de ${formatBrl(amountCents)} para ${typed(payeeName ?? shownTarget(kind, target))}`;

export const protectionMessages = {
  /** The first payment to somebody: until `releaseAt` it can be undone, also by the letter's link. */
  payment_waiting: (
    { releaseAt, undoToken, ...payment }: WaitingPayment & { releaseAt: Date; undoToken: string },
    { env }: About,
  ): Message => {
    const what = `${paymentInWords(payment)} fica reservado até ${momentText(releaseAt)}.`;
    return {
      title: `Pagamento reservado: ${formatBrl(payment.amountCents)}`,
      place: addressOf('/client/dashboard'),
      bell: { text: `${what} Até lá você pode desfazer.` },
      mail: {
        paragraphs: [
          what,
          'Quem vai receber é novo para você. Se não foi você, ou se mudou de ideia, desfaça agora: o dinheiro volta para a sua conta.',
        ],
        link: 'Desfazer o pagamento',
        place: addressOf('/desfazer', { token: undoToken }),
        closing: [env.BRAND_NAME],
      },
    };
  },

  /** Its customer may still undo it; an administrator decides, or it comes back at `releaseAt`. */
  payment_in_review: (
    {
      releaseAt,
      undoToken,
      review,
      ...payment
    }: WaitingPayment & { releaseAt: Date; undoToken: string; review: { reasons: Signal[] } | null },
    { env }: About,
  ): Message => {
    const what = `${paymentInWords(payment)} está em análise pelo banco, e o dinheiro fica reservado.`;
    const why = `Motivo: ${inWords(review?.reasons ?? [])}.`;
    const until = `Se a análise não terminar até ${momentText(releaseAt)}, o dinheiro volta para a sua conta.`;
    return {
      title: `Pagamento em análise: ${formatBrl(payment.amountCents)}`,
      place: addressOf('/client/dashboard'),
      bell: { text: `${what} ${why}` },
      mail: {
        paragraphs: [what, why, until, 'Se não foi você, desfaça agora e congele a sua conta.'],
        link: 'Desfazer o pagamento',
        place: addressOf('/desfazer', { token: undoToken }),
        closing: [env.BRAND_NAME],
      },
    };
  },

  /** Nothing moved. */
  payment_refused: (
    { payment, reasons }: { payment: ConfirmedPayment; reasons: readonly Signal[] },
    { env }: About,
  ): Message => {
    const what = `Por segurança, não fizemos um pagamento de ${formatBrl(payment.amountCents)} para ${typed(payment.payee ?? shownTarget(payment.kind, payment.target))}.`;
    const why = `Motivo: ${inWords(reasons)}.`;
    return {
      title: `Pagamento recusado: ${formatBrl(payment.amountCents)}`,
      place,
      bell: { text: `${what} ${why} Se não foi você, congele a sua conta.` },
      mail: {
        paragraphs: [
          what,
          why,
          'Se foi você, tente de um aparelho cadastrado ou fale com o atendimento. Se não foi, congele a sua conta agora.',
        ],
        link: 'Ver a segurança da conta',
        closing: [env.BRAND_NAME],
      },
    };
  },

  new_payee_paid: (payment: WaitingPayment, { env }: About): Message => ({
    title: `Pagamento a alguém novo: ${formatBrl(payment.amountCents)}`,
    place: addressOf('/client/statement'),
    bell: { text: `${paymentInWords(payment)}. Se não foi você, congele a sua conta.` },
    mail: {
      paragraphs: [
        `${paymentInWords(payment)} saiu da sua conta.`,
        'Quem recebe é novo para você. Se não foi você, congele a sua conta agora.',
      ],
      link: 'Ver o extrato',
      closing: [env.BRAND_NAME],
    },
  }),

  /** `reason`: null when its customer undid it. */
  payment_not_made: (
    { reason, ...payment }: WaitingPayment & { reason: string | null },
    { env }: About,
  ): Message => {
    const isUndone = reason === null;
    const what = `${paymentInWords(payment)} ${isUndone ? 'foi desfeito' : 'não foi feito'}.`;
    const back = 'O dinheiro reservado voltou para a sua conta.';
    const why = isUndone ? [] : [`Motivo: ${typed(reason)}`];
    return {
      title: `${isUndone ? 'Pagamento desfeito' : 'Pagamento não feito'}: ${formatBrl(payment.amountCents)} de volta`,
      place: addressOf('/client/statement'),
      bell: { text: [what, back, ...why].join(' ') },
      mail: { paragraphs: [`${what} ${back}`, ...why], link: 'Ver o extrato', closing: [env.BRAND_NAME] },
    };
  },

  /** Names what the code pays; has no link that pays. */
  payment_code: ({ code, ...of }: ConfirmedPayment & { code: string }) =>
    ({
      title: 'Código para confirmar um pagamento',
      place: null,
      mail: {
        paragraphs: [`Use este código para confirmar o pagamento:\n${inLines(of).join('\n')}`],
        code,
        closing: [
          `Ele vale ${CONFIRMATION_SECONDS / 60} minutos e só para este pagamento. Se você não pediu, não passe o código a ninguém e troque a sua senha.`,
        ],
      },
    }) satisfies Message,

  limit_changed: (
    { effectiveAt, isRaise, ...limit }: Which & Amounts & { effectiveAt: Date; isRaise: boolean },
    { env }: About,
  ): Message => {
    const text = isRaise
      ? `${nameOf(limit)}: passa ${fromTo(limit)} em ${momentText(effectiveAt)}.`
      : `${nameOf(limit)}: passou ${fromTo(limit)}.`;
    return {
      title: isRaise ? 'Aumento de limite pedido' : 'Limite reduzido',
      place,
      bell: { text: isRaise ? `${text} Até lá você pode cancelar.` : text },
      mail: {
        paragraphs: [
          text,
          isRaise ? `Até lá você pode cancelar o aumento em Segurança. ${NOT_YOU}` : NOT_YOU,
        ],
        link: isRaise ? 'Ver ou cancelar o aumento' : 'Ver os limites',
        closing: [env.BRAND_NAME],
      },
    };
  },

  limit_maximum_changed: (
    { reason, ...limit }: Which & Amounts & { reason: string },
    { env }: About,
  ): Message => ({
    title: 'O máximo de um limite mudou',
    place,
    bell: { text: `${nameOf(limit)}: o máximo passou ${fromTo(limit)}. Motivo: ${reason}` },
    mail: {
      paragraphs: [
        `O ${env.BRAND_NAME} mudou até quanto você pode escolher um limite.`,
        `${nameOf(limit)}: o máximo passou ${fromTo(limit)}.\nMotivo: ${typed(reason)}`,
      ],
      link: 'Ver os limites',
      closing: [env.BRAND_NAME],
    },
  }),

  payee_trusted: (
    { payee, trustedCents, trustedFrom }: { payee: string; trustedCents: number; trustedFrom: Date | null },
    { env }: About,
  ): Message => {
    const since = trustedFrom ? `A partir de ${momentText(trustedFrom)}, pagamentos` : 'Pagamentos';
    const upTo = `${since} de até ${formatBrl(trustedCents)}`;
    return {
      title: 'Você confiou em um favorecido',
      place,
      bell: {
        text: `${upTo} a ${payee} não serão mais confirmados. Se não foi você, deixe de confiar nele.`,
      },
      mail: {
        paragraphs: [`${upTo} a ${typed(payee)} não serão mais confirmados.`, NOT_YOU],
        link: 'Ver em quem você confia',
        closing: [env.BRAND_NAME],
      },
    };
  },

  protection_changed: (
    {
      hasRules,
      confirmAboveCents,
      undoMinutes,
    }: {
      hasRules?: boolean | undefined;
      confirmAboveCents?: number | null | undefined;
      undoMinutes?: number | undefined;
    },
    { env }: About,
  ): Message => {
    const lines = [
      ...(hasRules === undefined
        ? []
        : [`Limites, aparelhos e confirmações: ${hasRules ? 'ligados' : 'desligados'}.`]),
      ...(confirmAboveCents === undefined
        ? []
        : [
            confirmAboveCents === null
              ? 'Não há mais um valor a partir do qual todo pagamento é confirmado.'
              : `Todo pagamento acima de ${formatBrl(confirmAboveCents)} será confirmado.`,
          ]),
      ...(undoMinutes === undefined
        ? []
        : [
            undoMinutes === 0
              ? 'Pagamentos altos a alguém novo saem na hora: não podem mais ser desfeitos.'
              : `Pagamentos altos a alguém novo podem ser desfeitos por ${undoMinutes} min.`,
          ]),
    ];
    return {
      title: 'A proteção da sua conta mudou',
      place,
      bell: { text: lines.join(' ') },
      mail: { paragraphs: [...lines, NOT_YOU], link: 'Rever a segurança', closing: [env.BRAND_NAME] },
    };
  },
} satisfies Messages;
