import { hash } from 'node:crypto';
import { CONFIRMATION_SECONDS, MAX_WAITING_PAYMENTS, REVIEW_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { isAnotherPayee } from '#domain/pix/payee';
import { type ConfirmedPayment, contentOf, paymentIn } from '#domain/protection/content';
import {
  type Asker,
  type ConfirmReason,
  type Counted,
  confirmReasons,
  knownFor,
  type Payment,
  refuseBeyond,
  type Standing,
} from '#domain/protection/judge';
import { parametersOn, shareMadeOf, type Uses } from '#domain/protection/limits';
import { periodsAt } from '#domain/protection/periods';
import type { Signal } from '#domain/protection/signals';
import { undoUntil } from '#domain/protection/waiting';
import type { PaymentKind } from '#domain/protection/words';
import { Refusal, refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { refuseIfFull } from '#server/auth/attempt-facts';
import {
  type Asking,
  becomes,
  type Change,
  type Decided,
  type Written,
  written,
} from '#server/decision/decision';
import { type AskedBefore, accessIdOf, type DecidingContext } from '#server/kernel/context';
import { askerOf, isDeviceNew, methodOf } from './asker.ts';
import { type IntentAsked, UNRULED } from './intents/intent-row.ts';
import { addUnasked, addUses, unaskedAfter, useConfirmation, usesAfter } from './payment-writes.ts';
import { ownDay, type ProtectionFacts, rulesHold } from './protection-facts.ts';
import { type Judged, judgePayment, tooDoubtful } from './signals/judge-payment.ts';
import { FIRST_RULES } from './signals/signal-rules.ts';
import { type ConfirmationRow, confirmationOf } from './standing-facts.ts';

/**
 * `name` and `document`: of the payee, as the bank or the provider has them. `balanceCents`: of the account that pays. `isIssued`: by a
 * boleto or a dynamic code.
 */
export type PaymentToAuthorise = {
  kind: PaymentKind;
  amountCents: number;
  balanceCents: number;
  target: string;
  name: string | null;
  document: string | null;
  isIssued: boolean;
  isCompany: boolean;
};

/**
 * What an authorised payment writes besides its own rows. `intent`: how it was authorised. `undoUntil`: when it is made; null: at once. `review`: why an
 * administrator decides before that; null: nobody does.
 */
export type Authorised = {
  intent: IntentAsked;
  writes: Written[];
  changes: Change[];
  undoUntil: Date | null;
  review: Review | null;
  isToNewPayee: boolean;
};

/** A decided payment with what its authorisation writes. */
export const withAuthorised = <Payment extends Decided<unknown>>(
  decided: Payment,
  { writes, changes }: Required<Pick<Decided<unknown>, 'writes' | 'changes'>>,
): Payment => ({
  ...decided,
  writes: [...(decided.writes ?? []), ...writes],
  changes: [...(decided.changes ?? []), ...changes],
});

export type Review = { reasons: Signal[]; score: number };

/** Made at once, and counted nowhere. */
const AT_ONCE = { writes: [], changes: [], undoUntil: null, review: null, isToNewPayee: false };

/**
 * Refuses ACCOUNT_FROZEN_BY_OWNER, LIMIT_EXCEEDED, TOKEN_CEILING, DEVICE_LIMIT, PAYMENT_TOO_DOUBTFUL, TOO_MANY_WAITING,
 * TOO_MANY_ATTEMPTS (reservations), CONFIRMATION_INVALID (of what the bank goes on with), CONFIRMATION_REQUIRED
 * (`askToConfirm` keeps what was refused and what must be confirmed). The customer's checking account must be locked by the decision.
 */
export function authorise(
  { ctx, by }: Asking<unknown>,
  facts: ProtectionFacts,
  payment: PaymentToAuthorise,
): Authorised {
  const standing = standingOf(ctx, facts, { isCompany: payment.isCompany, at: by.createdAt });
  // A frozen account holds without the rules too: its owner asked for it.
  const plain = { ...AT_ONCE, intent: { kind: payment.kind, target: payment.target, ...UNRULED } };
  if (!rulesHold(ctx, facts) && !standing.isFrozen) return plain;
  // Counted, judged and confirmed when it was asked for. If it comes back, it is taken out of the sums of that time.
  if (facts.released) return standing.isFrozen ? refuse('ACCOUNT_FROZEN_BY_OWNER') : plain;
  const asker = askerOf(ctx);
  const { unaskedCents, payeeIs, trustedCents } = knownFor(facts.payee, payment, by.createdAt);
  const judged: Payment = { kind: payment.kind, amountCents: payment.amountCents, payeeIs, trustedCents };
  const counted = refuseBeyond(standing, asker, judged, by.createdAt);
  const asked = confirmedOf(payment, by.createdAt);
  const confirmation = confirmedBy(ctx, facts.confirmation, asked);
  const signals = judgePayment(
    ctx,
    { protection: facts.protection, hoursUses: facts.hoursUses, signals: facts.signals ?? FIRST_RULES },
    {
      isDeviceNew: isDeviceNew(asker, confirmation),
      payment: judged,
      balanceCents: payment.balanceCents,
      at: by.createdAt,
    },
  );
  const { outcome } = signals.kept;
  if (outcome === 'refuse') throw tooDoubtful(asked, signals);
  const reasons = confirmReasons(standing, asker, judged, outcome);
  const undoable = undoUntil(judged, facts.protection?.undoMinutes ?? null, by.createdAt);
  const wait = waitOf(signals, undoable, by.createdAt);
  if (wait.undoUntil) refuseFurther(ctx, facts);
  if (reasons.length > 0 && !confirmation) throw notConfirmed(asker, asked, reasons);
  const unasked = uncounted(payment, facts.payee, confirmation, unaskedCents);
  return {
    intent: authorisedBy(ctx, by.createdAt, { payment, asker, judged, confirmation, counted, signals }),
    writes: [
      ...counted.map((use) => written(addUses, { ...use, userId: ctx.user.id })),
      ...(unasked?.cents ? [written(addUnasked, unasked)] : []),
      ...(confirmation ? [written(useConfirmation, { id: confirmation.id, usedAt: ctx.clock.real() })] : []),
    ],
    changes: [
      ...usesAfter(ctx.user.id, counted, standing.uses),
      ...(unasked?.cents ? [unaskedAfter(unasked)] : []),
      ...(confirmation ? [usedUp(ctx, confirmation)] : []),
    ],
    undoUntil: wait.undoUntil,
    review: wait.review,
    isToNewPayee: judged.payeeIs !== 'known',
  };
}

/**
 * What changes the payee's sum: a payment that was not confirmed. A confirmed one lets the sum of boletos and dynamic codes begin
 * again, unless it was confirmed by e-mail.
 */
function uncounted(
  { isIssued }: PaymentToAuthorise,
  payee: ProtectionFacts['payee'],
  confirmation: ConfirmationRow | null,
  unaskedCents: number,
) {
  if (!payee) return null;
  if (!confirmation) return { payee, cents: unaskedCents };
  const beginsAgain = isIssued && confirmation.method !== 'email';
  return { payee, cents: beginsAgain ? -payee.unaskedCents : 0 };
}

/** What is kept of who asked, how it was proved and where it counted. */
const authorisedBy = (
  ctx: DecidingContext,
  createdAt: Date,
  {
    payment,
    asker,
    judged,
    confirmation,
    counted,
    signals,
  }: {
    payment: PaymentToAuthorise;
    asker: Asker;
    judged: Payment;
    confirmation: ConfirmationRow | null;
    counted: readonly Counted[];
    signals: Judged;
  },
): IntentAsked => ({
  kind: payment.kind,
  target: payment.target,
  method: methodOf(asker, judged, confirmation),
  accessId: accessIdOf(ctx),
  confirmationId: confirmation?.id ?? null,
  ownPeriod: ownPeriodIn(counted, ownDay(ctx, createdAt).name),
  rules: parametersOn(periodsAt(createdAt).day).since,
  signals: signals.kept,
});

/** Before anything is confirmed or covered. */
function refuseFurther(
  ctx: DecidingContext,
  { waitingPayments, reservations }: Pick<ProtectionFacts, 'waitingPayments' | 'reservations'>,
): void {
  if ((waitingPayments ?? 0) >= MAX_WAITING_PAYMENTS) refuse('TOO_MANY_WAITING');
  refuseIfFull(ctx, { kind: 'reservation', who: sharerOf(ctx), windows: reservations });
}

/** The bank cannot ask: its customer has had an answer. */
const notConfirmed = (asker: Asker, payment: ConfirmedPayment, reasons: ConfirmReason[]): Refusal =>
  asker.kind === 'bank'
    ? new Refusal('CONFIRMATION_INVALID', {
        text: 'Quando chegou a vez deste pagamento, ele precisava ser confirmado. Peça-o de novo.',
      })
    : new Refusal('CONFIRMATION_REQUIRED', { toConfirm: { payment, reasons } });

const confirmedOf = (
  { kind, target, name, document, amountCents }: PaymentToAuthorise,
  at: Date,
): ConfirmedPayment => ({ kind, target, payee: name, document, amountCents, day: periodsAt(at).day });

const ownPeriodIn = (counted: readonly Counted[], own: string): string | null =>
  counted.find(({ period }) => period === own)?.period ?? null;

/** `undoable`: until when its customer could undo a payment that is not doubtful. */
function waitOf(
  { kept: { outcome, score }, reasons }: Judged,
  undoable: Date | null,
  at: Date,
): Pick<Authorised, 'undoUntil' | 'review'> {
  if (outcome !== 'hold') return { undoUntil: undoable, review: null };
  return { undoUntil: secondsAfter(at, REVIEW_SECONDS), review: { reasons, score } };
}

function standingOf(
  ctx: DecidingContext,
  facts: ProtectionFacts,
  { isCompany, at }: { isCompany: boolean; at: Date },
): Standing {
  const { hours, month } = periodsAt(at);
  const own = ownDay(ctx, at);
  const uses = new Map<string, Uses>();
  if (facts.hoursUses) uses.set(hours.name, facts.hoursUses);
  if (facts.monthUses) uses.set(month.name, facts.monthUses);
  if (facts.ownUses) uses.set(own.name, facts.ownUses);
  return {
    isCompany,
    isFrozen: facts.protection?.frozenAt != null,
    shareMade: shareMadeOf(facts.hoursUses ?? undefined, {
      isCompany,
      parameters: parametersOn(periodsAt(at).day),
    }),
    confirmAboveCents: facts.protection?.confirmAboveCents ?? null,
    rules: facts.protection?.rules ?? [],
    uses,
  };
}

/**
 * The confirmation if it is of exactly this payment, proven and not used, by this session and in the last minutes. The bank's own work
 * goes on with what was confirmed before.
 */
function confirmedBy(
  { clock, session, token, askedBefore }: DecidingContext,
  row: ConfirmationRow | null,
  payment: ConfirmedPayment,
): ConfirmationRow | null {
  // A script's request with the same key must not use up what somebody has confirmed in a session.
  if (token || askedBefore?.askedBy === 'token' || !row?.provenAt || row.usedAt) return null;
  if (!session) return isStill(payment, row) && isOf(askedBefore, row) ? row : null;
  if (row.content !== contentOf(payment, row.id)) return null;
  const now = clock.real();
  const isFresh = row.provenAt <= now && now <= secondsAfter(row.provenAt, CONFIRMATION_SECONDS);
  return isFresh && row.sessionId === session.publicId ? row : null;
}

/**
 * What the bank goes on with is the same payment on another day too, and if its payee has become known since, but not if a boleto or a code now
 * names somebody else.
 */
function isStill({ target, amountCents, ...now }: ConfirmedPayment, { content }: ConfirmationRow): boolean {
  const then = paymentIn(content);
  return (
    then.target === target && then.amountCents === amountCents && !isAnotherPayee(named(then), named(now))
  );
}

const named = ({ payee, document }: Pick<ConfirmedPayment, 'payee' | 'document'>) => ({
  name: payee,
  document,
});

const isOf = (asked: AskedBefore | null | undefined, { sessionId }: ConfirmationRow): boolean =>
  !asked || asked.accessId === sessionId;

const usedUp = ({ clock }: DecidingContext, row: ConfirmationRow): Change =>
  becomes(confirmationOf(row.userId, row.idempotencyKey), { ...row, usedAt: clock.real() });

/** The challenge that a passkey signs for this content: its SHA-256, base64url. */
export const challengeOf = (content: string): string => hash('sha256', content, 'base64url');
