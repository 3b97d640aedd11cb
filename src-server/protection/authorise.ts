import { hash } from 'node:crypto';
import type { RecipientKind } from '#domain/account/recipient';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import { CONFIRMATION_SECONDS, REVIEW_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { type ConfirmedPayment, contentOf } from '#domain/protection/content';
import {
  type Asker,
  confirmReasons,
  knownFor,
  type Payment,
  refuseBeyond,
  type Standing,
} from '#domain/protection/judge';
import { parametersOn, type Uses } from '#domain/protection/limits';
import { dayOf, periodsAt } from '#domain/protection/periods';
import type { Signal } from '#domain/protection/signals';
import { undoUntil } from '#domain/protection/waiting';
import type { PaymentKind, ProofMethod } from '#domain/protection/words';
import { Refusal, refuse } from '#domain/refusal';
import { reserveOf } from '#server/decision/account-facts';
import {
  type Asking,
  becomes,
  type Change,
  type Decided,
  type Fact,
  type Written,
  written,
} from '#server/decision/decision';
import type { SignedInContext } from '#server/kernel/context';
import type { PostedBy } from '#server/ledger/post';
import { addUses, keepAuthorisation, useConfirmation, usesAfter } from './payment-writes.ts';
import { judgePayment, tooDoubtful } from './signals/judge-payment.ts';
import { FIRST_RULES, type RulesInForce, signalRules } from './signals/signal-rules.ts';
import {
  type AuthorisationRow,
  type ConfirmationRow,
  confirmationOf,
  type KnownPayee,
  type ProtectionRow,
  payeeOf,
  protectionOf,
  usesIn,
} from './standing-facts.ts';

/** Whom a payment goes to: as `recipients` names it. */
export type Payee = { kind: RecipientKind; target: string };

/** What a payment's decision must know to be authorised. */
export type ProtectionFacts = {
  protection: ProtectionRow | null;
  hoursUses: Uses | null;
  monthUses: Uses | null;
  ownUses: Uses | null;
  payee: KnownPayee | null;
  confirmation: ConfirmationRow | null;
  /** Where the payment's money waits while it can be undone. */
  reserve: OpenAccount | null;
  /** By which its signals are judged. */
  signals: RulesInForce | null;
  /** How it was authorised when it was asked for: of a payment that has waited. */
  released?: AuthorisationRow | null;
};

export function protectionFacts(
  ctx: SignedInContext,
  { createdAt, idempotencyKey }: PostedBy,
  payee: Payee,
): { [Name in Exclude<keyof ProtectionFacts, 'released'>]: Fact<NonNullable<ProtectionFacts[Name]>> } {
  const { hours, month } = periodsAt(createdAt);
  const userId = ctx.user.id;
  return {
    protection: protectionOf(userId),
    hoursUses: usesIn(userId, hours.name),
    monthUses: usesIn(userId, month.name),
    ownUses: usesIn(userId, ownDay(ctx, createdAt).name),
    payee: payeeOf(userId, payee.kind, payee.target),
    confirmation: confirmationOf(userId, idempotencyKey ?? ''),
    reserve: reserveOf(userId),
    signals: signalRules,
  };
}

/** `name` and `document`: of the payee, as the bank or the provider has them. `balanceCents`: of the account that pays. */
export type PaymentToAuthorise = {
  kind: PaymentKind;
  amountCents: number;
  balanceCents: number;
  target: string;
  name: string | null;
  document: string | null;
  isCompany: boolean;
};

/**
 * What an authorised payment writes besides its own rows. `undoUntil`: when it is made; null: at once. `review`: why an
 * administrator decides before that; null: nobody does.
 */
export type Authorised = {
  writes: Written[];
  changes: Change[];
  undoUntil: Date | null;
  review: Review | null;
  isToNewPayee: boolean;
};

/** A decided payment with what its authorisation writes. */
export const withAuthorised = <Answer>(
  decided: Decided<Answer>,
  { writes, changes }: Pick<Authorised, 'writes' | 'changes'>,
): Decided<Answer> => ({
  ...decided,
  writes: [...(decided.writes ?? []), ...writes],
  changes: [...(decided.changes ?? []), ...changes],
});

export type Review = { reasons: Signal[]; score: number };

export const NOTHING: Authorised = {
  writes: [],
  changes: [],
  undoUntil: null,
  review: null,
  isToNewPayee: false,
};

export const rulesHold = (
  { env }: Pick<SignedInContext, 'env'>,
  { protection }: Pick<ProtectionFacts, 'protection'>,
): boolean => env.MONEY_RULES === 'standard' || protection?.rulesSince != null;

/**
 * Refuses ACCOUNT_FROZEN_BY_OWNER, LIMIT_EXCEEDED, TOKEN_CEILING, DEVICE_LIMIT, PAYMENT_TOO_DOUBTFUL, CONFIRMATION_REQUIRED
 * (`askToConfirm` keeps what was refused and what must be confirmed). The customer's checking account must be locked by the decision.
 */
export function authorise(
  { ctx, by, transactionId }: Asking<unknown>,
  facts: ProtectionFacts,
  payment: PaymentToAuthorise,
): Authorised {
  const standing = standingOf(ctx, facts, { isCompany: payment.isCompany, at: by.createdAt });
  // A frozen account holds without the rules too: its owner asked for it.
  if (!rulesHold(ctx, facts) && !standing.isFrozen) return NOTHING;
  if (facts.released) return released(standing, facts.released, transactionId);
  const asker = askerOf(ctx);
  const judged: Payment = {
    kind: payment.kind,
    amountCents: payment.amountCents,
    ...knownFor(facts.payee, payment.amountCents, by.createdAt),
  };
  const counted = refuseBeyond(standing, asker, judged, by.createdAt);
  const asked: ConfirmedPayment = {
    kind: payment.kind,
    target: payment.target,
    payee: payment.name,
    document: payment.document,
    amountCents: payment.amountCents,
    day: periodsAt(by.createdAt).day,
  };
  const signals = judgePayment(
    ctx,
    { ...facts, signals: facts.signals ?? FIRST_RULES },
    { asker, payment: judged, balanceCents: payment.balanceCents, at: by.createdAt },
  );
  const { outcome } = signals.kept;
  if (outcome === 'refuse') throw tooDoubtful(asked, signals);
  const reasons = confirmReasons(standing, asker, judged, outcome);
  const confirmation = confirmedBy(ctx, facts.confirmation, asked);
  if (reasons.length > 0 && !confirmation)
    throw new Refusal('CONFIRMATION_REQUIRED', { toConfirm: { payment: asked, reasons } });
  const own = ownDay(ctx, by.createdAt).name;
  const authorisation = {
    transactionId,
    userId: ctx.user.id,
    kind: payment.kind,
    amountCents: payment.amountCents,
    method: methodOf(asker, judged, confirmation),
    accessId: ctx.session?.publicId ?? ctx.token?.id ?? null,
    confirmationId: confirmation?.id ?? null,
    ownPeriod: counted.find(({ period }) => period === own)?.period ?? null,
    rules: parametersOn(periodsAt(by.createdAt).day).since,
    signals: signals.kept,
    createdAt: by.createdAt,
  };
  return {
    writes: [
      ...counted.map((use) => written(addUses, { ...use, userId: ctx.user.id })),
      written(keepAuthorisation, authorisation),
      ...(confirmation ? [written(useConfirmation, { id: confirmation.id, usedAt: ctx.clock.real() })] : []),
    ],
    changes: [
      ...usesAfter(ctx.user.id, counted, standing.uses),
      ...(confirmation ? [usedUp(ctx, confirmation)] : []),
    ],
    isToNewPayee: judged.payeeIs !== 'known',
    ...(outcome === 'hold'
      ? {
          undoUntil: secondsAfter(by.createdAt, REVIEW_SECONDS),
          review: { reasons: signals.reasons, score: signals.kept.score },
        }
      : { undoUntil: undoUntil(judged, facts.protection?.undoMinutes ?? null, by.createdAt), review: null }),
  };
}

/** Counted, judged and confirmed when it was asked for. If it comes back, it is taken out of the sums of that time. */
function released({ isFrozen }: Standing, asked: AuthorisationRow, transactionId: string): Authorised {
  if (isFrozen) refuse('ACCOUNT_FROZEN_BY_OWNER');
  return { ...NOTHING, writes: [written(keepAuthorisation, { ...asked, transactionId, signals: null })] };
}

/** The calendar day of the token, or of browsers that are not registered. */
export const ownDay = ({ token }: SignedInContext, at: Date) =>
  dayOf(token ? `token ${token.id}` : 'unregistered', at);

function standingOf(
  ctx: SignedInContext,
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
    confirmAboveCents: facts.protection?.confirmAboveCents ?? null,
    rules: facts.protection?.rules ?? [],
    uses,
  };
}

/** A passkey counts as a registered device. */
export function askerOf({ session, token, clock }: SignedInContext): Asker {
  if (token) return { kind: 'token', ...token };
  if (!session) return { kind: 'bank' };
  const { device, passkeyId } = session;
  const isRegistered = passkeyId !== null || (device !== null && device.trustedFrom <= clock.real());
  return { kind: 'browser', isRegistered };
}

/**
 * The confirmation if it is of exactly this payment, proven and not used. In a session it must be that session's, and from the
 * last minutes; the bank's own work goes on with what was confirmed before.
 */
function confirmedBy(
  { clock, session }: SignedInContext,
  row: ConfirmationRow | null,
  payment: ConfirmedPayment,
): ConfirmationRow | null {
  if (!row?.provenAt || row.usedAt || row.content !== contentOf(payment, row.id)) return null;
  if (!session) return row;
  const now = clock.real();
  const isFresh = row.provenAt <= now && now <= secondsAfter(row.provenAt, CONFIRMATION_SECONDS);
  return isFresh && row.sessionId === session.publicId ? row : null;
}

const usedUp = ({ clock }: SignedInContext, row: ConfirmationRow): Change =>
  becomes(confirmationOf(row.userId, row.idempotencyKey), { ...row, usedAt: clock.real() });

function methodOf(asker: Asker, payment: Payment, confirmation: ConfirmationRow | null): ProofMethod {
  if (confirmation?.method) return confirmation.method;
  if (asker.kind === 'token') return 'token';
  return payment.trustedCents !== null && payment.amountCents <= payment.trustedCents ? 'trusted' : 'session';
}

/** The challenge that a passkey signs for this content: its SHA-256, base64url. */
export const challengeOf = (content: string): string => hash('sha256', content, 'base64url');
