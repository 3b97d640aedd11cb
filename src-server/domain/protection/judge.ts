import { secondsAfter } from '#domain/moment';
import { formatBrl } from '#domain/money';
import { refuse } from '#domain/refusal';
import { type LimitRule, limitOf, NO_USES, parametersOn, type Uses, usedOf } from './limits.ts';
import { dayOf, endInWords, type Period, periodsAt } from './periods.ts';
import type { SignalOutcome } from './signals.ts';
import {
  type AskedBy,
  LIMIT_KIND_LABELS,
  type LimitKind,
  type LimitWindow,
  type PaymentKind,
} from './words.ts';

/** Why a payment must be confirmed. */
export const CONFIRM_REASONS = [
  'new_payee',
  'recent_payee',
  'above_threshold',
  'new_device',
  'many_payments',
  'doubtful',
] as const;
export type ConfirmReason = (typeof CONFIRM_REASONS)[number];

/**
 * A customer's protection, as the payment's transaction finds it. `uses`: by the name of the period. `shareMade`: how much of the
 * payments of this day or night was made; 1 is all.
 */
export type Standing = {
  isCompany: boolean;
  isFrozen: boolean;
  shareMade: number;
  confirmAboveCents: number | null;
  rules: readonly LimitRule[];
  uses: ReadonlyMap<string, Uses>;
};

/**
 * Who asks. `browser`: a session, with a registered device or passkey whose waiting time has passed, or without.
 * `bank`: work that goes on after its customer was answered, and was confirmed before if it had to be then.
 */
export type Asker =
  | { kind: 'browser'; isRegistered: boolean }
  | { kind: 'token'; id: string; perCallCents: number | null; perDayCents: number | null }
  | { kind: 'bank'; askedBy: AskedBy | null };

/** `trustedCents`: up to which the payee is trusted; null: not. */
export type Payment = {
  kind: PaymentKind;
  amountCents: number;
  /** 'recent': paid before, but not for long enough for this sum. */
  payeeIs: 'new' | 'recent' | 'known';
  trustedCents: number | null;
};

/** `trustedFrom`: when the trust begins to count; null: it did at once. */
type Trust = { trustedCents: number | null; trustedFrom: Date | null };

/**
 * A payee that was paid before, as the customer's recipients have it. `firstPaidAt` null: long ago. `unaskedCents`: paid since the
 * first payment while it was known for small sums only.
 */
export type PaidBefore = Trust & { firstPaidAt: Date | null; unaskedCents: number };

/** Whether a payee's trust has yet to begin. */
export const trustWaits = ({ trustedFrom }: Pick<Trust, 'trustedFrom'>, now: Date): boolean =>
  trustedFrom !== null && now < trustedFrom;

/**
 * For how much a payee is known, and up to which amount it is trusted. `unaskedCents`: what this payment adds to its sum. Who issued a
 * boleto or a dynamic code may be an institution in which it fills anybody's account: it is known for R$ 500,00 in all, until one is
 * confirmed.
 */
export function knownFor(
  payee: PaidBefore | null,
  { isIssued, amountCents }: Pick<Payment, 'amountCents'> & { isIssued: boolean },
  now: Date,
): Pick<Payment, 'payeeIs' | 'trustedCents'> & { unaskedCents: number } {
  if (!payee) return { payeeIs: 'new', trustedCents: null, unaskedCents: 0 };
  const { codeByEmailUpToCents, payeeKnownAfterSeconds } = parametersOn(periodsAt(now).day);
  const { firstPaidAt } = payee;
  const trustedCents = trustWaits(payee, now) ? null : payee.trustedCents;
  const isOld = firstPaidAt === null || secondsAfter(firstPaidAt, payeeKnownAfterSeconds) <= now;
  if (isOld && (!isIssued || (trustedCents !== null && amountCents <= trustedCents)))
    return { payeeIs: 'known', trustedCents, unaskedCents: 0 };
  const isSmall = payee.unaskedCents + amountCents <= codeByEmailUpToCents;
  return {
    payeeIs: isSmall ? 'known' : 'recent',
    trustedCents: isOld ? trustedCents : trustedCents && Math.min(trustedCents, codeByEmailUpToCents),
    unaskedCents: isSmall ? amountCents : 0,
  };
}

/** Of the payments of a day or night: the rest is for their owner. */
const TOKENS_SHARE = 0.5;

const CHANGE_IT = 'Você pode mudar seus limites em Segurança.';

/** Refuses ACCOUNT_FROZEN_BY_OWNER, LIMIT_EXCEEDED, TOKEN_CEILING, DEVICE_LIMIT. Returns the periods that the payment counts in. */
export function refuseBeyond(standing: Standing, asker: Asker, payment: Payment, now: Date): Counted[] {
  if (standing.isFrozen) refuse('ACCOUNT_FROZEN_BY_OWNER');
  const { hours, month } = periodsAt(now);
  if (standing.shareMade >= TOKENS_SHARE && asker.kind === 'token')
    refuse('LIMIT_EXCEEDED', {
      text: `Muitos pagamentos neste período: tokens voltam a pagar depois d${endInWords(hours.window, now)}.`,
    });
  refuseBeyondLimits(standing, payment, now, [hours, month]);
  const own = ceilingOf(standing, asker, payment, now);
  return [hours, month, ...own].map(({ name, endsOn }) => ({
    period: name,
    endsOn,
    kind: payment.kind,
    cents: payment.amountCents,
  }));
}

/** An amount that a payment adds to a period. */
export type Counted = { period: string; endsOn: string; kind: PaymentKind; cents: number };

function refuseBeyondLimits(
  standing: Standing,
  payment: Payment,
  now: Date,
  periods: readonly Period[],
): void {
  const { isCompany, rules, uses } = standing;
  const effective = { isCompany, rules, now, parameters: parametersOn(periodsAt(now).day) };
  for (const kind of [payment.kind, 'total'] as const) {
    const once = limitOf(kind, 'transaction', effective);
    if (payment.amountCents > once)
      refuse('LIMIT_EXCEEDED', { text: `${nameOf('transaction', kind)}: ${formatBrl(once)}. ${CHANGE_IT}` });
    for (const { window, name } of periods) {
      const leftCents = limitOf(kind, window, effective) - usedOf(uses.get(name) ?? NO_USES, kind);
      if (payment.amountCents <= leftCents) continue;
      const left = formatBrl(Math.max(0, leftCents));
      refuse('LIMIT_EXCEEDED', {
        text: `${nameOf(window, kind)}: restam ${left} até ${endInWords(window, now)}. ${CHANGE_IT}`,
      });
    }
  }
}

const WINDOW_NAMES: Record<LimitWindow, string> = {
  transaction: 'Limite por transação',
  day: 'Limite diurno',
  night: 'Limite noturno',
  month: 'Limite mensal',
};

const nameOf = (window: LimitWindow, kind: LimitKind): string =>
  kind === 'total' ? WINDOW_NAMES[window] : `${WINDOW_NAMES[window]} de ${LIMIT_KIND_LABELS[kind]}`;

/** The day that a token, or browsers that are not registered, have a ceiling for. Refuses TOKEN_CEILING, DEVICE_LIMIT. */
export function ceilingOf(
  { uses, isCompany }: Pick<Standing, 'uses' | 'isCompany'>,
  asker: Asker,
  { amountCents }: Pick<Payment, 'amountCents'>,
  now: Date,
): { name: string; endsOn: string }[] {
  if (asker.kind === 'bank' || (asker.kind === 'browser' && asker.isRegistered)) return [];
  const { token, unregistered, companyFactor } = parametersOn(periodsAt(now).day);
  const day = dayOf(asker.kind === 'token' ? `token ${asker.id}` : 'unregistered', now);
  const usedCents = usedOf(uses.get(day.name) ?? NO_USES, 'total');
  if (asker.kind === 'token') {
    const factor = isCompany ? companyFactor : 1;
    const perCallCents = asker.perCallCents ?? token.perPaymentCents * factor;
    const leftCents = (asker.perDayCents ?? token.perDayCents * factor) - usedCents;
    if (amountCents > Math.min(perCallCents, leftCents))
      refuse('TOKEN_CEILING', {
        text: `Este token move até ${formatBrl(perCallCents)} por chamada, e hoje ainda ${formatBrl(Math.max(0, leftCents))}.`,
      });
    return [day];
  }
  const leftCents = unregistered.perDayCents - usedCents;
  if (amountCents > Math.min(unregistered.perPaymentCents, leftCents))
    refuse('DEVICE_LIMIT', {
      text: `Este aparelho não está cadastrado há 24 horas: ele paga até ${formatBrl(unregistered.perPaymentCents)} por vez, e hoje ainda ${formatBrl(Math.max(0, leftCents))}. Veja em Segurança como cadastrá-lo e desde quando vale.`,
    });
  return [day];
}

/**
 * Empty: need not be confirmed. Tokens have ceilings instead. What a session asked for and the bank goes on with is judged again: other
 * payments may have been made meanwhile.
 */
export function confirmReasons(
  standing: Standing,
  asker: Asker,
  payment: Payment,
  signals: SignalOutcome = 'allow',
): ConfirmReason[] {
  if (asker.kind === 'token' || (asker.kind === 'bank' && asker.askedBy !== 'session')) return [];
  const { amountCents, trustedCents, payeeIs } = payment;
  const isTrusted = trustedCents !== null && amountCents <= trustedCents;
  const { confirmAboveCents } = standing;
  const isAbove = confirmAboveCents !== null && amountCents > confirmAboveCents;
  const reasons: ConfirmReason[] = [
    ...(payeeIs === 'new' ? (['new_payee'] as const) : []),
    ...(payeeIs === 'recent' ? (['recent_payee'] as const) : []),
    ...(isAbove && !isTrusted ? (['above_threshold'] as const) : []),
    ...(asker.kind === 'bank' || asker.isRegistered ? [] : (['new_device'] as const)),
    ...(standing.shareMade >= 1 && asker.kind === 'browser' ? (['many_payments'] as const) : []),
  ];
  return signals !== 'allow' && reasons.length === 0 ? ['doubtful'] : reasons;
}
