import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { accountWithId } from '#server/decision/account-facts';
import { becomes, type Decision, written } from '#server/decision/decision';
import { newId } from '#server/kernel/id';
import { intentWith } from '../intents/intent-row.ts';
import type { ProtectionFacts } from '../protection-facts.ts';
import { endOf, refuseEnded } from './end-reservation.ts';
import { concludeWaiting, type WaitingRow, waitingPayment } from './waiting-row.ts';

/** `payment`: the input of the payment's own decision. */
export type Releasing<Payment> = { waiting: WaitingRow; payment: Payment };

type ReleaseFacts = Required<Pick<ProtectionFacts, 'released' | 'reserve'>> & { waiting: WaitingRow | null };

/**
 * Makes a payment that waited, by its own decision: in one commit its reservation ends and it is paid. Refuses what the payment refuses,
 * and PAYMENT_NOT_WAITING.
 */
export function releasing<Payment extends object, Facts extends ProtectionFacts, Answer>(
  decision: Decision<Payment, Facts, Answer>,
): Decision<Releasing<Payment>, Facts & ReleaseFacts, Answer> {
  return {
    operation: 'releasePayment',

    facts: (ctx, { waiting, payment }, by) =>
      ({
        ...decision.facts(ctx, payment, by),
        waiting: waitingPayment(waiting.transactionId),
        released: intentWith(waiting.transactionId),
        source: accountWithId(waiting.accountId),
      }) as never,

    decide({ waiting, ...facts }, asking) {
      const row = refuseEnded(waiting, asking.ctx.user.id);
      // Stopped since it was read: its worker gives it back.
      if (row.reason !== null) refuse('PAYMENT_NOT_WAITING');
      const { transactionId, by } = asking;
      const known = withMoneyBack(facts as unknown as Facts, row);
      const { posting, ...paid } = decision.decide(known, { ...asking, input: asking.input.payment });
      if (!posting) throw new Error(`payment ${row.transactionId}: nothing to post`);
      const endedById = newId();
      const ended = {
        ...row,
        status: 'paid' as const,
        endedById,
        paymentId: transactionId,
        concludedAt: by.createdAt,
        nextLookAt: null,
      };
      return {
        ...paid,
        postings: [
          { ...endOf(row, facts.reserve, 'Fim da reserva'), transactionId: endedById },
          { ...posting, transactionId },
        ],
        writes: [...(paid.writes ?? []), written(concludeWaiting, ended)],
        audit: [
          {
            action: 'end_reservation',
            entityId: endedById,
            changes: { amount: toDecimal(row.amountCents), reservedBy: row.transactionId },
          },
          ...[paid.audit].flat(),
        ],
        changes: [...(paid.changes ?? []), becomes(waitingPayment(row.transactionId), ended)],
      };
    },
  };
}

/** The facts as they are once the reservation has ended: the payment's own checks find the money where it came from. */
function withMoneyBack<Facts extends object>(facts: Facts, { accountId, amountCents }: WaitingRow): Facts {
  const isSource = (value: unknown): value is { balanceCents: number } =>
    typeof value === 'object' &&
    value !== null &&
    'balanceCents' in value &&
    'id' in value &&
    value.id === accountId;
  const known = Object.entries(facts).map(([name, value]: [string, unknown]) => [
    name,
    isSource(value) ? { ...value, balanceCents: value.balanceCents + amountCents } : value,
  ]);
  return Object.fromEntries(known) as Facts;
}
