import { createHash } from 'node:crypto';
import { amountCentsOf, type PayCoveredInput, type Payment, paymentOf } from '#domain/cover/input';
import { type CoveredKind, coverDirection } from '#domain/cover/words';
import { formatBrl, toDecimal } from '#domain/money';
import type { PaymentKind } from '#domain/protection/words';
import { Refusal, refuse } from '#domain/refusal';
import { askedFor } from '#server/audit/money-write';
import { type Decision, written } from '#server/decision/decision';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { logFailure } from '#server/kernel/log-failure';
import { type Asked, keptAnswer, ownKey } from '#server/ledger/once';
import { decideMove, type MoveFacts, type Moving, moveFacts, prepareMove } from '#server/payments/move';
import type { Placed } from '#server/payments/orders/decide-order';
import { payOnce } from '#server/payments/orders/pay-once';
import { refuseWithoutKey } from '#server/protection/ask-to-confirm';
import { withAuthorised } from '#server/protection/authorise';
import { authoriseLater, type CeilingFacts, ceilingFacts } from '#server/protection/authorise-later';
import { advance } from './advance.ts';
import { type CoveredPayment, coveredPayment, paidWithoutCover } from './covered-payment.ts';
import { insertCovered, newCoveredRow } from './covered-row.ts';
import { type Answer, payDirectly } from './pay-directly.ts';

/**
 * Pays with money of the customer's other account: the cover is moved, then the payment is made; if that is refused,
 * the cover goes back. Without need of a cover nothing is moved. Refuses what the payment refuses, ACCOUNT_NOT_APPROVED,
 * COVER_CHANGED (`cover` is too little now), INSUFFICIENT_FUNDS (in the other account), PROVIDER_*. Once the cover is placed,
 * a failure is left to the worker and answered as 'processing', or OUTCOME_UNKNOWN when the state cannot be read.
 */
export async function payCovered(ctx: SignedInContext, input: PayCoveredInput): Promise<CoveredPayment> {
  const asked = askedFor(PAY_COVERED.operation, input);
  const payment = paymentOf(input);
  const paymentKey = paymentKeyOf(asked);
  if (!(await keptAnswer(ctx, asked))) {
    // Every refusal but a lack of money comes before money is moved.
    const paid = await payIfEnough(ctx, payment, paymentKey).catch(async (error: unknown) => {
      const code = error instanceof Refusal ? error.code : null;
      if (code === 'CONFIRMATION_REQUIRED' && asked.key === undefined) refuseWithoutKey();
      // A concurrent request under the key was covered, and its payment has failed.
      if (code === 'IDEMPOTENCY_KEY_REUSED' && (await keptAnswer(ctx, asked))) return null;
      throw error;
    });
    // A concurrent request under the key may have covered it.
    if (paid && !(await keptAnswer(ctx, asked))) return paidWithoutCover(payment.kind, paid);
  }
  const direction = coverDirection(payment.kind);
  const cover = await payOnce(ctx, input, {
    decision: PAY_COVERED,
    prepare: async () => ({
      ...(await prepareMove(ctx, { direction, amount: input.cover })),
      payment,
      paymentKey,
    }),
  });
  // Counted in the caller's day with the cover.
  await advance({ ...ctx, session: null, token: null }, cover.id, { isAnswering: true }).catch(
    (error: unknown) =>
      logFailure(ctx.log, error, 'a covered payment could not be made at once', { cover: cover.id }),
  );
  return coveredPayment(ctx, cover).catch((error: unknown) => {
    logFailure(ctx.log, error, 'a covered payment could not be read', { cover: cover.id });
    refuse('OUTCOME_UNKNOWN');
  });
}

/** The payment's own idempotency key, derived from the request's, so that a repeated request pays once. */
const paymentKeyOf = ({ key = newId() }: Asked): string =>
  ownKey(`cover:${createHash('sha256').update(key).digest('base64url')}`);

/** Null if the account has too little. */
async function payIfEnough(ctx: SignedInContext, payment: Payment, key: string): Promise<Answer | null> {
  try {
    return await payDirectly(ctx, payment, key);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INSUFFICIENT_FUNDS') return null;
    throw error;
  }
}

/** The cover as a move, whose `amount` it is. */
type Covering = Moving & { payment: Payment; paymentKey: string };

/** What leaves the customer; other payments stay in the bank. A day of one caller has no limits by kind. */
const LEAVING: Partial<Record<CoveredKind, PaymentKind>> = {
  transfer: 'transfer',
  boleto: 'boleto',
  pix: 'pix_person',
};

export const PAY_COVERED: Decision<Covering, MoveFacts & CeilingFacts, Placed> = {
  operation: 'payCovered',

  facts: (ctx, input, by) => ({ ...moveFacts(ctx, input), ...ceilingFacts(ctx, by) }),

  decide(facts, asking) {
    const { payment, paymentKey, direction, amount: cover } = asking.input;
    const amountCents = amountCentsOf(payment);
    const placed = decideMove(facts, asking, {
      action: 'cover_payment',
      changes: { kind: payment.kind, amount: toDecimal(amountCents), cover: toDecimal(cover) },
    });
    const paying = direction === 'out' ? facts.checking : facts.external;
    const missingCents = amountCents - (paying?.balanceCents ?? 0);
    if (missingCents > cover)
      refuse('COVER_CHANGED', {
        text: `Agora faltam ${formatBrl(missingCents)}. Confira antes de pagar.`,
      });
    const row = newCoveredRow(asking.ctx, asking.transactionId, { payment, cover, paymentKey });
    const decided = { ...placed, writes: [...placed.writes, written(insertCovered, row)] };
    const kind = LEAVING[payment.kind];
    if (!kind) return decided;
    const isCompany = facts.checking?.cnpj != null;
    return withAuthorised(decided, authoriseLater(asking, facts, { kind, amountCents, isCompany }));
  },
};
