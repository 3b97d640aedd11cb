import { and, eq, inArray } from 'drizzle-orm';
import type { BoletoPayInput } from '#domain/account/boleto-input';
import { formatBrl, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { becomes, type Decision } from '#server/decision/decision';
import type { SignedInContext } from '#server/kernel/context';
import { sumOfBalances } from '#server/ledger/last-balance';
import { mayCallBank } from '#server/onboarding/count-bank-calls';
import { askToConfirm } from '#server/protection/ask-to-confirm';
import { authorise } from '#server/protection/authorise';
import { type ProtectionFacts, protectionFacts } from '#server/protection/protection-facts';
import { payOrReserve } from '#server/protection/waiting/reserve';
import { answerOf } from '#server/provider/answer-of';
import { boletoOf } from './boleto-preview.ts';
import { decideOrder, type OrderFacts, orderFacts, type Placed } from './orders/decide-order.ts';
import { asPayment, type BoletoPayment } from './orders/order-answer.ts';
import type { NewOrder } from './orders/order-row.ts';
import { payOnce } from './orders/pay-once.ts';
import { isPaidBefore, paidBefore, reservedFor } from './paid-before.ts';

/**
 * Pays the amount registered now. Refuses VALIDATION, BOLETO_NOT_PAYABLE (no amount), BOLETO_CHANGED (not the expected
 * `amount`, in cents), BOLETO_ALREADY_PAID, TOO_MANY_ATTEMPTS, PROVIDER_*, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS,
 * IDEMPOTENCY_KEY_REUSED, what `authorise` and `askToConfirm` refuse.
 */
export async function payBoleto(ctx: SignedInContext, input: BoletoPayInput): Promise<BoletoPayment> {
  const prepare = () => registered(ctx, input);
  const pay = () => payOnce(ctx, input, { decision: PAY_BOLETO, prepare });
  return asPayment(await askToConfirm(ctx, input, pay));
}

/** A boleto as it is registered now. */
type Payable = Omit<NewOrder, 'fromAccountId' | 'alsoActive'> & { kind: 'boleto'; target: string };

export async function registered(ctx: SignedInContext, input: BoletoPayInput): Promise<Payable> {
  const boleto = boletoOf(ctx, input.line);
  // The provider would refuse it too, without saying who paid.
  if (await isPaidBefore(ctx.db, ctx.user.id, 'target', boleto.line)) refuse('BOLETO_ALREADY_PAID');
  // What is registered may be less than the line says.
  if ((await fundsOf(ctx)) < (input.amount ?? 1)) refuse('INSUFFICIENT_FUNDS');
  await mayCallBank(ctx, 'order');
  const bill = answerOf(await ctx.provider.root.simulateBill(boleto.line));
  const { amountCents, beneficiaryName } = bill;
  if (!amountCents) refuse('BOLETO_NOT_PAYABLE');
  if (input.amount !== undefined && input.amount !== amountCents)
    refuse('BOLETO_CHANGED', {
      text: `O valor deste boleto agora é ${formatBrl(amountCents)}. Confira antes de pagar.`,
    });
  return {
    kind: 'boleto',
    amountCents,
    description: `Boleto ${beneficiaryName ?? ''}`.trim(),
    target: boleto.line,
    payeeName: beneficiaryName,
    payeeDocument: bill.beneficiaryDocument,
    dueOn: bill.dueOn ?? (boleto.kind === 'bank' ? boleto.dueOn : null),
  };
}

/** In cents, with what may cover a boleto and what is reserved for one that waits: the decision knows which of it pays. */
async function fundsOf({ db, user }: SignedInContext): Promise<number> {
  const { accounts } = db.tables;
  const isPaying = inArray(accounts.accountType, ['checking', 'external', 'held']);
  const [sum] = await db
    .select({ cents: sumOfBalances(db) })
    .from(accounts)
    .where(and(eq(accounts.userId, user.id), isPaying));
  return sum?.cents ?? 0;
}

type Facts = OrderFacts & ProtectionFacts & { paid: true | null; reserved: true | null };

export const PAY_BOLETO: Decision<Payable, Facts, Placed> = {
  operation: 'payBoleto',

  facts: (ctx, boleto, by) => ({
    ...orderFacts(ctx),
    ...protectionFacts(ctx, by, { kind: 'boleto', target: beneficiaryOf(boleto) }),
    paid: paidBefore(ctx.user.id, 'target', boleto.target),
    reserved: reservedFor(ctx.user.id, 'target', boleto.target),
  }),

  decide(facts, asking) {
    const { checking, paid, reserved } = facts;
    if (!checking) refuse('ACCOUNT_INACTIVE');
    // Before the money that it lacks then. One that is released is itself what waits.
    if (reserved && !facts.released) refuse('BOLETO_ALREADY_PAID');
    const { amountCents, target, payeeName, payeeDocument } = asking.input;
    const authorised = authorise(asking, facts, {
      kind: 'boleto',
      amountCents,
      balanceCents: checking.balanceCents,
      target,
      name: payeeName ?? null,
      document: payeeDocument ?? null,
      isIssued: true,
      isCompany: checking.cnpj !== null,
    });
    const placed = decideOrder(asking, facts, {
      order: { ...asking.input, fromAccountId: checking.id },
      accounts: [checking],
      audit: { action: 'pay_boleto', changes: { amount: toDecimal(amountCents), line: target } },
    });
    if (paid) refuse('BOLETO_ALREADY_PAID');
    const changes = [becomes(paidBefore(asking.ctx.user.id, 'target', target), true)];
    return payOrReserve(asking, facts, authorised, {
      paid: { ...placed, changes },
      payer: checking,
      accounts: [checking, facts.clearing],
      whileReserved: [becomes(reservedFor(asking.ctx.user.id, 'target', target), true)],
      payment: {
        kind: 'boleto',
        target,
        payeeName: payeeName ?? null,
        payeeDocument: payeeDocument ?? null,
        request: { line: target, amount: amountCents },
      },
    });
  },
};

/** As `recipients` names the beneficiary. */
const beneficiaryOf = ({ payeeDocument, payeeName }: Payable): string => payeeDocument ?? payeeName ?? '';
