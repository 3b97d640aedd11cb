import { CONTACT_CHANGED_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { ConfirmedPayment } from '#domain/protection/content';
import type { Payment } from '#domain/protection/judge';
import { NO_USES } from '#domain/protection/limits';
import { periodsAt } from '#domain/protection/periods';
import {
  inWords,
  judgeSignals,
  type Signal,
  type SignalFacts,
  type SignalOutcome,
  shareOf,
} from '#domain/protection/signals';
import { Refusal } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';
import type { ProtectionFacts } from '../protection-facts.ts';
import type { RulesInForce } from './signal-rules.ts';

/** Kept with a payment, so that other rules can judge it again. `version`: of the rules that judged it. */
export type KeptSignals = {
  version: string | null;
  score: number;
  outcome: SignalOutcome;
  facts: SignalFacts;
};

export type Judged = { kept: KeptSignals; reasons: Signal[] };

type Judging = { isDeviceNew: boolean; payment: Payment; balanceCents: number; at: Date };

export function judgePayment(
  { clock }: Pick<SignedInContext, 'clock'>,
  {
    protection,
    hoursUses,
    signals,
  }: Pick<ProtectionFacts, 'protection' | 'hoursUses'> & { signals: RulesInForce },
  { isDeviceNew, payment, balanceCents, at }: Judging,
): Judged {
  const changedAt = protection?.contactChangedAt ?? null;
  const isTrusted = payment.trustedCents !== null && payment.amountCents <= payment.trustedCents;
  const facts: SignalFacts = {
    kind: payment.kind,
    amountCents: payment.amountCents,
    payeeIs: isTrusted ? 'known' : payment.payeeIs,
    isDeviceNew,
    isNight: periodsAt(at).hours.window === 'night',
    balancePercent: shareOf(payment.amountCents, balanceCents),
    paymentsBefore: (hoursUses ?? NO_USES).payments,
    // A moment in the future counts: the machine's clock may have been set back since.
    hasContactChanged: changedAt !== null && clock.real() < secondsAfter(changedAt, CONTACT_CHANGED_SECONDS),
  };
  const { score, outcome, reasons } = judgeSignals(facts, signals.rules);
  return { kept: { version: signals.version, score, outcome, facts }, reasons };
}

/** The refusal of a payment that its signals forbid: `askToConfirm` keeps it, and tells the customer. */
export const tooDoubtful = (payment: ConfirmedPayment, { kept, reasons }: Judged): Refusal =>
  new Refusal('PAYMENT_TOO_DOUBTFUL', {
    text: `Por segurança, este pagamento não foi feito: ${inWords(reasons)}. Fale com o atendimento.`,
    doubtful: { payment, signals: kept, reasons },
  });
