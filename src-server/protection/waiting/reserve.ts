import { bankDayAndTime } from '#domain/date';
import { type OpenAccount, refuseUnpostable } from '#domain/ledger/apply-posting';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { inWords } from '#domain/protection/signals';
import { sharerOf } from '#server/access/caller-share';
import type { AuditEvent } from '#server/audit/record';
import { countDecided } from '#server/auth/attempt-facts';
import { type HeldFact, holderOf, reserveOf } from '#server/decision/account-facts';
import {
  type Asking,
  becomes,
  type Change,
  type Decided,
  type DecidedPosting,
  type NewlyOpen,
  written,
} from '#server/decision/decision';
import { newlyOpen } from '#server/decision/newly-open';
import { letterOf } from '#server/outbox/queue-together';
import { type Authorised, withAuthorised } from '../authorise.ts';
import { withIntent } from '../intents/intent-row.ts';
import type { ProtectionFacts } from '../protection-facts.ts';
import { newUndoToken } from './undo-link.ts';
import { insertReview, insertWaiting, type WaitingRow, waitingPaymentsOf } from './waiting-row.ts';

type ReservationFacts = Pick<ProtectionFacts, 'reserve' | 'waitingPayments' | 'reservations' | 'released'>;

/** What an answer says of a payment that can still be undone. */
export type Reserved = {
  status: 'held';
  releaseAt: string;
  /** Why an administrator decides before that, in words; null: nobody does. */
  inReview: string | null;
};

/** A payment as its own decision decided it, with what is needed to make it later: `request`, its input, names its amount. */
export type Decidable<Answer> = {
  paid: Decided<Answer> & { posting: DecidedPosting };
  payer: HeldFact;
  /** Those of the posting. */
  accounts: readonly OpenAccount[];
  payment: Pick<WaitingRow, 'kind' | 'target' | 'payeeName' | 'payeeDocument'> & { request: object };
  /** What decisions after it know while it waits. */
  whileReserved?: readonly Change[];
};

/**
 * The payment; or, while it can be undone, its reservation: the money moves to the customer's own `held` account, and nothing else of
 * the payment is written. Either has the payment's row; one that is released has it since it was reserved. Refuses what the payment's
 * posting refuses.
 */
export function payOrReserve<Answer extends { id: string }>(
  asking: Asking<unknown>,
  facts: ReservationFacts,
  authorised: Authorised,
  decidable: Decidable<Answer>,
): Decided<Answer | (Answer & Reserved)> {
  const { paid, accounts } = decidable;
  const { intent, undoUntil } = authorised;
  if (!undoUntil) {
    const made = withAuthorised(told(asking, authorised, decidable), authorised);
    const state = decidable.payment.kind === 'transfer' ? 'done' : 'executing';
    return facts.released ? made : withIntent(asking, made, intent, { state });
  }
  const { transactionId, by } = asking;
  refuseUnpostable(accounts, { ...paid.posting, transactionId, createdAt: by.createdAt });
  const reserved = reservation(asking, facts, { ...authorised, releaseAt: undoUntil }, decidable);
  return withIntent(asking, withAuthorised(reserved, authorised), intent, {
    state: 'held',
    executeAt: undoUntil,
  });
}

/** Its customer is told of a payment to somebody new, by a letter that can freeze the account. */
function told<Answer>(
  { ctx }: Asking<unknown>,
  { isToNewPayee }: Authorised,
  { paid, payer, payment }: Decidable<Answer>,
): Decidable<Answer>['paid'] {
  if (!isToNewPayee) return paid;
  const amountCents = -(paid.posting.entries.find((entry) => entry.amountCents < 0)?.amountCents ?? 0);
  const letter = letterOf(ctx, 'new_payee_paid', holderOf(payer), { ...payment, amountCents });
  return { ...paid, letters: [...(paid.letters ?? []), letter] };
}

function reservation<Answer>(
  asking: Asking<unknown>,
  { reserve, waitingPayments, reservations }: ReservationFacts,
  wait: Pick<Authorised, 'review'> & { releaseAt: Date },
  { paid, payer, payment, whileReserved = [] }: Decidable<Answer>,
): Decided<Answer & Reserved> & { posting: DecidedPosting } {
  const {
    ctx,
    by: { createdAt },
    transactionId,
  } = asking;
  const { releaseAt, review } = wait;
  const { userId } = payer;
  const opened: NewlyOpen[] = reserve ? [] : [newlyOpen('held', userId, createdAt)];
  const held = reserve ?? opened[0];
  const source = paid.posting.entries.find(({ amountCents }) => amountCents < 0);
  if (!held || !source) throw new Error(`payment ${transactionId}: no account to reserve in or from`);
  const amountCents = -source.amountCents;
  const row = newWaitingRow(asking, {
    ...payment,
    userId,
    amountCents,
    accountId: source.accountId,
    releaseAt,
  });
  const counted = countDecided(ctx, { kind: 'reservation', who: sharerOf(ctx), windows: reservations });
  const told = { ...row, review, undoToken: newUndoToken(ctx.keys, transactionId) };
  return {
    answer: {
      ...paid.answer,
      status: 'held',
      releaseAt: releaseAt.toISOString(),
      inReview: review && inWords(review.reasons),
    },
    opens: opened,
    posting: {
      type: 'transfer',
      isOwnMove: true,
      description: `${standingOf(wait)}: ${paid.posting.description}`.slice(0, MAX_DESCRIPTION_LENGTH),
      entries: [source, { accountId: held.id, amountCents }],
    },
    writes: [
      written(insertWaiting, row),
      ...counted.writes,
      ...(review ? [written(insertReview, { ...review, transactionId, createdAt })] : []),
    ],
    changes: [
      ...opened.map((one) => becomes(reserveOf(userId), one)),
      oneMore(userId, waitingPayments),
      ...counted.changes,
      ...whileReserved,
    ],
    letters: [letterOf(ctx, review ? 'payment_in_review' : 'payment_waiting', holderOf(payer), told)],
    audit: reservedIn(row, review),
  };
}

const reservedIn = (
  { transactionId, kind, amountCents, releaseAt }: WaitingRow,
  review: Authorised['review'],
): AuditEvent => ({
  action: 'reserve_payment',
  entityId: transactionId,
  changes: {
    amount: toDecimal(amountCents),
    kind,
    until: releaseAt.toISOString(),
    ...(review && { reasons: review.reasons.join(', ') }),
  },
});

const oneMore = (userId: string, waiting: number | null): Change =>
  becomes(waitingPaymentsOf(userId), (waiting ?? 0) + 1);

/** 'Reservado até 12:10' */
const standingOf = ({ releaseAt, review }: Pick<Authorised, 'review'> & { releaseAt: Date }): string =>
  review ? 'Em análise' : `Reservado até ${bankDayAndTime(releaseAt).time.slice(0, 5)}`;

const newWaitingRow = (
  { ctx, by: { createdAt }, transactionId }: Asking<unknown>,
  payment: Decidable<unknown>['payment'] &
    Pick<WaitingRow, 'userId' | 'amountCents' | 'accountId' | 'releaseAt'>,
): WaitingRow => ({
  ...payment,
  transactionId,
  status: 'waiting',
  nextLookAt: ctx.clock.real(),
  endedById: null,
  paymentId: null,
  reason: null,
  createdAt,
  concludedAt: null,
});
