import type { OpenAccount } from '#domain/ledger/apply-posting';
import { toDecimal } from '#domain/money';
import type { PixTransferInput } from '#domain/pix/input';
import { shownKey } from '#domain/pix/key';
import { pixKindOf } from '#domain/protection/pix-kind';
import { refuse } from '#domain/refusal';
import { accountWithId } from '#server/decision/account-facts';
import type { Decision } from '#server/decision/decision';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import { askToConfirm } from '#server/protection/ask-to-confirm';
import { authorise } from '#server/protection/authorise';
import { type ProtectionFacts, protectionFacts } from '#server/protection/protection-facts';
import { payOrReserve } from '#server/protection/waiting/reserve';
import { keptKeys } from './keys.ts';
import { decideOrder, type OrderFacts, orderFacts, type Placed } from './orders/decide-order.ts';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import { payOnce } from './orders/pay-once.ts';

/**
 * `amount` in cents. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE (either account frozen), SAME_ACCOUNT (own key),
 * INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, what `authorise` and `askToConfirm` refuse, and before anything is begun PROVIDER_*.
 */
export async function transfer(ctx: SignedInContext, input: PixTransferInput): Promise<OrderTransfer> {
  const prepare = () => prepared(ctx, input);
  const pay = () => payOnce(ctx, input, { decision: PIX_TRANSFER, prepare });
  return asTransfer(await askToConfirm(ctx, input, pay));
}

type Sending = Pick<PixTransferInput, 'pixKey' | 'amount' | 'description'> & { externalId: string };

export async function prepared(ctx: SignedInContext, input: PixTransferInput): Promise<Sending> {
  const { external, account } = await approvedAccount(ctx);
  const own = await keptKeys(account);
  if (own.some(({ key }) => key === input.pixKey.key.canonical)) refuse('SAME_ACCOUNT');
  return { ...input, externalId: external.accountId };
}

type Facts = OrderFacts & ProtectionFacts & { external: OpenAccount | null };

export const PIX_TRANSFER: Decision<Sending, Facts, Placed> = {
  operation: 'pixTransfer',

  facts: (ctx, { externalId, pixKey }, by) => ({
    ...orderFacts(ctx),
    ...protectionFacts(ctx, by, { kind: 'pix', target: pixKey.key.canonical }),
    external: accountWithId(externalId),
  }),

  decide(facts, asking) {
    const { checking, external } = facts;
    if (!checking) refuse('ACCOUNT_INACTIVE');
    const { amount, description, externalId, pixKey } = asking.input;
    const { key, name } = pixKey;
    const authorised = authorise(asking, facts, {
      kind: pixKindOf(key, facts.payee?.document ?? null),
      amountCents: amount,
      balanceCents: external?.balanceCents ?? 0,
      target: key.canonical,
      // A code's own name proves nothing.
      name: facts.payee?.name ?? null,
      document: facts.payee?.document ?? null,
      isCompany: checking.cnpj !== null,
    });
    const placed = decideOrder(asking, facts, {
      order: {
        kind: 'pix',
        amountCents: amount,
        description: description ?? `PIX para ${name ?? shownKey(key)}`,
        fromAccountId: externalId,
        // A frozen checking account blocks the external one too.
        alsoActive: [checking.id],
        target: key.canonical,
        targetType: key.type,
        payeeName: name,
      },
      accounts: [checking, external],
      audit: { action: 'pix_transfer', changes: { amount: toDecimal(amount), keyType: key.type } },
    });
    return payOrReserve(asking, facts, authorised, {
      paid: placed,
      payer: checking,
      accounts: [checking, external, facts.clearing].filter((account) => account !== null),
      payment: {
        kind: 'pix',
        target: key.canonical,
        payeeName: facts.payee?.name ?? null,
        payeeDocument: facts.payee?.document ?? null,
        request: { pixKey, amount, description },
      },
    });
  },
};
