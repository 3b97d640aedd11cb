import type { RecipientKind } from '#domain/account/recipient';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import type { Uses } from '#domain/protection/limits';
import { dayOf, periodsAt } from '#domain/protection/periods';
import { sharerOf } from '#server/access/caller-share';
import { type AttemptWindows, attemptsOf } from '#server/auth/attempt-facts';
import { reserveOf } from '#server/decision/account-facts';
import type { FactsOf } from '#server/decision/decision';
import type { DecidingContext } from '#server/kernel/context';
import type { PostedBy } from '#server/ledger/post';
import type { IntentRow } from './intents/intent-row.ts';
import { type RulesInForce, signalRules } from './signals/signal-rules.ts';
import {
  type ConfirmationRow,
  confirmationOf,
  type KnownPayee,
  type ProtectionRow,
  payeeOf,
  protectionOf,
  usesIn,
} from './standing-facts.ts';
import { waitingPaymentsOf } from './waiting/waiting-row.ts';

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
  /** How many of the customer's payments wait; null: none. */
  waitingPayments: number | null;
  /** How many the caller reserved in the last hour, tokens apart. */
  reservations: AttemptWindows;
  /** By which its signals are judged. */
  signals: RulesInForce | null;
  /** A payment that has waited, as it was asked for. */
  released?: IntentRow | null;
};

export function protectionFacts(
  ctx: DecidingContext,
  { createdAt, idempotencyKey }: PostedBy,
  payee: Payee,
): FactsOf<Omit<ProtectionFacts, 'released'>> {
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
    waitingPayments: waitingPaymentsOf(userId),
    reservations: attemptsOf('reservation', sharerOf(ctx)),
    signals: signalRules,
  };
}

export const rulesHold = (
  { env }: Pick<DecidingContext, 'env'>,
  { protection }: Pick<ProtectionFacts, 'protection'>,
): boolean => env.MONEY_RULES === 'standard' || protection?.rulesSince != null;

/** The calendar day of the token, or of browsers that are not registered. */
export const ownDay = ({ token }: DecidingContext, at: Date) =>
  dayOf(token ? `token ${token.id}` : 'unregistered', at);
