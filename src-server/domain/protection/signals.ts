import { CONTACT_CHANGED_SECONDS } from '#domain/limits';
import type { PaymentKind } from './words.ts';

/** What a payment of a thief, or one that its customer was talked into, often has. */
export const SIGNALS = [
  'new_payee',
  'recent_payee',
  'new_device',
  'night',
  'most_of_balance',
  'many_payments',
  'contact_changed',
] as const;
export type Signal = (typeof SIGNALS)[number];

const CONTACT_CHANGED_HOURS = CONTACT_CHANGED_SECONDS / 3600;

/** As a reason is told to the customer, and the rule shown to administrators. */
export const SIGNAL_LABELS: Record<Signal, string> = {
  new_payee: 'quem recebe é novo',
  recent_payee:
    'quem recebe foi pago pela primeira vez há menos de 24 horas, ou emite boletos ou códigos que, sem confirmação, já somam muito',
  new_device: 'o aparelho não está cadastrado',
  night: 'é noite (20h às 6h)',
  most_of_balance: 'leva quase todo o saldo',
  many_payments: 'são muitos pagamentos seguidos',
  contact_changed: `e-mail ou telefone mudou há menos de ${CONTACT_CHANGED_HOURS} horas`,
};

/** Mildest first. `step_up`: it must be confirmed · `hold`: an administrator decides. */
export const SIGNAL_OUTCOMES = ['allow', 'step_up', 'hold', 'refuse'] as const;
export type SignalOutcome = (typeof SIGNAL_OUTCOMES)[number];

export const SIGNAL_OUTCOME_LABELS: Record<SignalOutcome, string> = {
  allow: 'Liberar',
  step_up: 'Pedir confirmação',
  hold: 'Reter para análise',
  refuse: 'Recusar',
};

/** A payment as its transaction found it. Kept with the payment, so that other rules can judge it again. */
export type SignalFacts = {
  kind: PaymentKind;
  amountCents: number;
  payeeIs: 'new' | 'recent' | 'known';
  isDeviceNew: boolean;
  isNight: boolean;
  /** Of the balance that it was paid from, in whole percent. */
  balancePercent: number;
  /** Made before it in the same day or night. */
  paymentsBefore: number;
  hasContactChanged: boolean;
};

/** Points for each signal, when the two with a number appear, and from how many points a payment is treated how. */
export type SignalRules = {
  points: Record<Signal, number>;
  /** `most_of_balance`: from this share, and from this amount. */
  balancePercent: number;
  balanceFromCents: number;
  /** `many_payments`: from this many before it. */
  paymentsBefore: number;
  stepUpFrom: number;
  holdFrom: number;
  refuseFrom: number;
};

/** Hold while nobody has chosen others. Night, a new device and payee and most of the balance are held together. */
export const DEFAULT_SIGNAL_RULES: SignalRules = {
  points: {
    new_payee: 20,
    recent_payee: 10,
    new_device: 25,
    night: 15,
    most_of_balance: 20,
    many_payments: 20,
    contact_changed: 30,
  },
  balancePercent: 80,
  balanceFromCents: 10_000,
  paymentsBefore: 15,
  stepUpFrom: 45,
  holdFrom: 75,
  refuseFrom: 110,
};

/** `reasons`: the signals that gave points. */
export type SignalJudgement = { score: number; reasons: Signal[]; outcome: SignalOutcome };

const APPEARS: Record<Signal, (facts: SignalFacts, rules: SignalRules) => boolean> = {
  new_payee: ({ payeeIs }) => payeeIs === 'new',
  recent_payee: ({ payeeIs }) => payeeIs === 'recent',
  new_device: ({ isDeviceNew }) => isDeviceNew,
  night: ({ isNight }) => isNight,
  most_of_balance: (facts, rules) =>
    facts.balancePercent >= rules.balancePercent && facts.amountCents >= rules.balanceFromCents,
  many_payments: (facts, rules) => facts.paymentsBefore >= rules.paymentsBefore,
  contact_changed: ({ hasContactChanged }) => hasContactChanged,
};

/** The same facts and rules give the same answer: a replay judges past payments by it. */
export function judgeSignals(facts: SignalFacts, rules: SignalRules): SignalJudgement {
  const reasons = SIGNALS.filter((signal) => rules.points[signal] > 0 && APPEARS[signal](facts, rules));
  const score = reasons.reduce((sum, signal) => sum + rules.points[signal], 0);
  return { score, reasons, outcome: outcomeOf(score, rules) };
}

function outcomeOf(score: number, { stepUpFrom, holdFrom, refuseFrom }: SignalRules): SignalOutcome {
  if (score >= refuseFrom) return 'refuse';
  if (score >= holdFrom) return 'hold';
  return score >= stepUpFrom ? 'step_up' : 'allow';
}

/** 'quem recebe é novo, é noite (20h às 6h)' */
export const inWords = (reasons: readonly Signal[]): string =>
  reasons.map((signal) => SIGNAL_LABELS[signal]).join(', ');

const WHOLE_PERCENT = 100;

/** Whole percent, down; an empty account is paid from as a whole. */
export const shareOf = (amountCents: number, balanceCents: number): number =>
  balanceCents <= 0
    ? WHOLE_PERCENT
    : Math.min(WHOLE_PERCENT, Math.floor((amountCents * WHOLE_PERCENT) / balanceCents));
