import { parseDecimal, toDecimal } from '#domain/money';
import { SIGNAL_LABELS, SIGNALS, type Signal, type SignalRules } from '#domain/protection/signals';
import type { RouterOutputs } from '../trpc.ts';

/** The rules that hold, and their version. */
export type Current = RouterOutputs['admin']['signals']['get'];

export const REPLAY_DAYS = ['7', '30', '90'] as const;

/** The rules as typed, and over how many days they are tried. `balanceFrom` is decimal text. */
export type RulesDraft = {
  points: Record<Signal, string>;
  balancePercent: string;
  balanceFrom: string;
  paymentsBefore: string;
  stepUpFrom: string;
  holdFrom: string;
  refuseFrom: string;
  days: string;
};

const eachSignal = <Value>(value: (signal: Signal) => Value): Record<Signal, Value> =>
  Object.fromEntries(SIGNALS.map((signal) => [signal, value(signal)])) as Record<Signal, Value>;

export const asTyped = (rules: SignalRules): RulesDraft => ({
  points: eachSignal((signal) => String(rules.points[signal])),
  balancePercent: String(rules.balancePercent),
  balanceFrom: rules.balanceFromCents === 0 ? '' : toDecimal(rules.balanceFromCents),
  paymentsBefore: String(rules.paymentsBefore),
  stepUpFrom: String(rules.stepUpFrom),
  holdFrom: String(rules.holdFrom),
  refuseFrom: String(rules.refuseFrom),
  days: '90',
});

/** NaN where no whole number is typed, which the schema refuses. */
export const asRules = (draft: RulesDraft): SignalRules => ({
  points: eachSignal((signal) => wholeOf(draft.points[signal])),
  balancePercent: wholeOf(draft.balancePercent),
  balanceFromCents: draft.balanceFrom === '' ? 0 : (parseDecimal(draft.balanceFrom) ?? Number.NaN),
  paymentsBefore: wholeOf(draft.paymentsBefore),
  stepUpFrom: wholeOf(draft.stepUpFrom),
  holdFrom: wholeOf(draft.holdFrom),
  refuseFrom: wholeOf(draft.refuseFrom),
});

const wholeOf = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

export type RuleChange = { label: string; from: number; to: number; isCents?: boolean };

/** What is another in `after`, in the order of the form. */
export const changesOf = (before: SignalRules, after: SignalRules): RuleChange[] =>
  [
    ...SIGNALS.map((signal) => ({
      label: signalName(signal),
      from: before.points[signal],
      to: after.points[signal],
    })),
    ...RULE_NUMBERS.map(({ name, label, isCents }) => ({
      label,
      from: before[name],
      to: after[name],
      isCents,
    })),
  ].filter(({ from, to }) => from !== to);

export const isSame = (one: SignalRules, other: SignalRules): boolean => changesOf(one, other).length === 0;

/** 'Quem recebe é novo' */
export function signalName(signal: Signal): string {
  const label = SIGNAL_LABELS[signal];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const number = <Name extends Exclude<keyof SignalRules, 'points'>>(
  name: Name,
  label: string,
  isCents = false,
) => ({ name, label, isCents });

const RULE_NUMBERS = [
  number('balancePercent', 'Parte do saldo (%)'),
  number('balanceFromCents', 'Valor mínimo', true),
  number('paymentsBefore', 'Pagamentos seguidos'),
  number('stepUpFrom', 'Pedir confirmação'),
  number('holdFrom', 'Reter para análise'),
  number('refuseFrom', 'Recusar'),
];
