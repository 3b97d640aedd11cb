import { eq } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { isProvidersOwn, refundedCents } from '#domain/pix/refund';
import { type GiveBackInput, refuseReturn, returnDescription, startedReais } from '#domain/pix/returns';
import { refuse } from '#domain/refusal';
import { isCompany } from '#domain/tax-id';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { countAttempt, sumInWindow } from '#server/auth/attempts';
import { accountWithId } from '#server/decision/account-facts';
import { becomes, type Decision, type Fact } from '#server/decision/decision';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import { withAuthorised } from '#server/protection/authorise';
import { authoriseLater, type CeilingFacts, ceilingFacts } from '#server/protection/authorise-later';
import { withIntent } from '#server/protection/intents/intent-row';
import { answerOf } from '#server/provider/answer-of';
import type { ProviderAccount } from '#server/provider/client';
import { decideOrder, type OrderFacts, orderFacts, type Placed } from '../orders/decide-order.ts';
import { asTransfer, type OrderTransfer } from '../orders/order-answer.ts';
import { orderAsked } from '../orders/order-asked.ts';
import type { NewOrder } from '../orders/order-row.ts';
import { payOnce } from '../orders/pay-once.ts';
import { knownReturnsOf, returnedOf } from './open-returns.ts';
import { findReceived, type ReceivedPix } from './received.ts';

/**
 * Gives a received PIX back to its payer, whole or a part (`amount`, in cents), from the account where it arrived. It counts in no limit
 * and needs no confirmation (docs/decisions/040), but in the ceilings of tokens and of browsers that are not registered; from R$ 500,00 a
 * day on they need a proof given since the sign-in. Refuses REAUTHENTICATE, TOO_MANY_ATTEMPTS, NOT_FOUND, NOT_A_RECEIVED_PIX, RETURN_TOO_LATE, RETURN_TOO_MUCH, ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE, ACCOUNT_FROZEN_BY_OWNER,
 * TOKEN_CEILING, DEVICE_LIMIT, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, and before anything is begun PROVIDER_*.
 */
export async function giveBack(ctx: SignedInContext, input: GiveBackInput): Promise<OrderTransfer> {
  const prepare = () => prepared(ctx, input);
  return asTransfer(await payOnce(ctx, input, { decision: GIVE_BACK, prepare }));
}

type Returning = Pick<GiveBackInput, 'amount' | 'reason' | 'reasonText'> & {
  received: ReceivedPix;
  externalId: string;
  /** Cents that the provider gave back by itself, and are not booked. */
  elsewhereCents: number;
};

async function prepared(
  ctx: SignedInContext,
  { id, amount, reason, reasonText }: GiveBackInput,
): Promise<Returning> {
  const { external, account } = await approvedAccount(ctx);
  const received = await findReceived(ctx.db, ctx.user.id, id);
  await countAttempt(ctx, 'giveBack', sharerOf(ctx));
  if (ctx.session) await requireProofOfMany(ctx, amount);
  const elsewhereCents = await elsewhereCentsOf(ctx, account, received.providerId);
  return { amount, reason, reasonText, received, externalId: external.accountId, elsewhereCents };
}

/** What is booked is read first: whatever is booked meanwhile counts twice rather than not at all. Orders are read last: one begun meanwhile is no refund of the provider's. */
async function elsewhereCentsOf({ db }: SignedInContext, account: ProviderAccount, incomingId: string) {
  const { bookedCents } = await knownReturnsOf(db, incomingId);
  const { refunds } = answerOf(await account.payment(incomingId));
  const known = await knownReturnsOf(db, incomingId);
  const byProviderCents = refundedCents(refunds.filter((one) => isProvidersOwn(one, known)));
  return Math.max(0, byProviderCents - bookedCents.reduce((sum, cents) => sum + cents, 0));
}

/** Whoever paid may have stolen the session, and a return counts in no limit. Refuses REAUTHENTICATE. */
async function requireProofOfMany(ctx: SignedInContext, amountCents: number): Promise<void> {
  const sum = await ctx.db.transaction((tx) =>
    sumInWindow(tx, ctx, 'givenBack', ctx.user.id, startedReais(amountCents)),
  );
  if (sum >= ATTEMPT_LIMITS.givenBack.max) await requireProof(ctx, { underRules: 'sinceSignIn' });
}

/** What went back of an incoming payment, and is on its way. */
type Returned = { returnedCents: number; isTakenBack: boolean };

type Facts = OrderFacts & CeilingFacts & { external: OpenAccount | null; returned: Returned | null };

/** Returns of one payment are decided one after the other: each locks its customer's accounts before this is read. */
const returnedFact = (incomingId: string): Fact<Returned> => ({ source: readReturned, key: incomingId });

export const GIVE_BACK: Decision<Returning, Facts, Placed> = {
  operation: 'giveBackPix',

  facts: (ctx, { externalId, received }, by) => ({
    ...orderFacts(ctx),
    ...ceilingFacts(ctx, by),
    external: accountWithId(externalId),
    returned: returnedFact(received.providerId),
  }),

  decide(facts, asking) {
    const { checking, external, protection } = facts;
    const { ctx, input } = asking;
    const { amount, reason, reasonText, received, externalId, elsewhereCents } = input;
    if (!checking) refuse('ACCOUNT_INACTIVE');
    if (protection?.frozenAt) refuse('ACCOUNT_FROZEN_BY_OWNER');
    const { returnedCents, isTakenBack } = facts.returned ?? { returnedCents: 0, isTakenBack: false };
    const gone = { returnedCents: returnedCents + elsewhereCents, isTakenBack };
    refuseReturn({ ...received, ...gone }, amount, ctx.clock.today());
    const authorised = authoriseLater(asking, facts, {
      kind: received.payerDocument && isCompany(received.payerDocument) ? 'pix_company' : 'pix_person',
      amountCents: amount,
      isCompany: checking.cnpj !== null,
    });
    const order: NewOrder = {
      kind: 'return',
      amountCents: amount,
      description: returnDescription(received),
      fromAccountId: externalId,
      // A frozen checking account blocks the external one too.
      alsoActive: [checking.id],
      payeeName: received.payerName,
      payeeDocument: received.payerDocument,
      returned: { incomingId: received.providerId, reason, text: reasonText ?? null },
    };
    const placed = decideOrder(asking, facts, {
      order,
      accounts: [checking, external],
      audit: {
        action: 'give_back_pix',
        changes: { amount: toDecimal(amount), received: received.transactionId, reason },
      },
    });
    const after = { returnedCents: returnedCents + amount, isTakenBack };
    const paid = withIntent(asking, placed, orderAsked(order), { state: 'executing' });
    return withAuthorised(paid, {
      ...authorised,
      changes: [...authorised.changes, becomes(returnedFact(received.providerId), after)],
    });
  },
};

async function readReturned(on: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Returned>> {
  const { incomingPayments: incoming, transactions } = on.tables;
  const sums = await returnedOf(on, ids);
  const takenBack = await on
    .select(columnsOf(incoming, 'providerId'))
    .from(incoming)
    .innerJoin(transactions, eq(transactions.reversesId, incoming.transactionId))
    .where(among(on, incoming.providerId, ids));
  const isTakenBack = new Set(takenBack.map(({ providerId }) => providerId));
  return new Map(
    ids.map((id) => {
      const { doneCents, openCents } = sums.get(id) ?? { doneCents: 0, openCents: 0 };
      return [id, { returnedCents: doneCents + openCents, isTakenBack: isTakenBack.has(id) }];
    }),
  );
}
