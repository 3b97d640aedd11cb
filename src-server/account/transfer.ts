import { parseAccountNumber } from '#domain/account/number';
import type { TransferInput } from '#domain/account/transfer';
import { documentCode } from '#domain/document/code';
import { toDecimal } from '#domain/money';
import type { ProofMethod } from '#domain/protection/words';
import { Refusal, type RefusalCode, refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { type AttemptWindows, attemptsOf, refuseIfFull } from '#server/auth/attempt-facts';
import { countAttempt } from '#server/auth/attempts';
import { accountNumbered, checkingOf, type HeldFact, holderOf } from '#server/decision/account-facts';
import { type Asking, type DecidedPosting, type Decision, written } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import type { SignedInContext } from '#server/kernel/context';
import { letterOf } from '#server/outbox/queue-together';
import { askToConfirm } from '#server/protection/ask-to-confirm';
import { authorise } from '#server/protection/authorise';
import { type ProtectionFacts, protectionFacts } from '#server/protection/protection-facts';
import { payOrReserve } from '#server/protection/waiting/reserve';
import { type Paid, rememberRecipients } from './remember-recipient.ts';
import { type TransferAnswer, toParty } from './shapes.ts';

/**
 * `amount` is in cents. While it can be undone it is 'held' until `releaseAt`. Refuses ACCOUNT_INACTIVE, DESTINATION_NOT_FOUND,
 * SAME_ACCOUNT, DESTINATION_INACTIVE, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, what `authorise` and `askToConfirm` refuse,
 * TOO_MANY_ATTEMPTS (an unknown or inactive destination counts as a `lookup`; at that limit only those paid before are paid).
 */
export async function transfer(ctx: SignedInContext, input: TransferInput): Promise<TransferAnswer> {
  try {
    return await askToConfirm(ctx, input, () => decideTogether(ctx, TRANSFER, input));
  } catch (error) {
    if (error instanceof Refusal && REVEALING_REFUSALS.includes(error.code))
      await countAttempt(ctx, 'lookup', nameOfCaller(ctx));
    throw error;
  }
}

/** Refusals useful for enumerating accounts. */
const REVEALING_REFUSALS: readonly RefusalCode[] = ['DESTINATION_NOT_FOUND', 'DESTINATION_INACTIVE'];

type Facts = ProtectionFacts & {
  from: HeldFact | null;
  to: HeldFact | null;
  lookups: AttemptWindows;
};

export const TRANSFER: Decision<TransferInput, Facts, TransferAnswer> = {
  operation: 'transfer',

  facts: (ctx, input, by) => ({
    ...protectionFacts(ctx, by, { kind: 'account', target: payeeNumber(input) }),
    from: checkingOf(ctx.user.id),
    to: accountNumbered(input.accountNumber),
    lookups: attemptsOf('lookup', nameOfCaller(ctx)),
  }),

  decide(facts, asking) {
    const { from, to, lookups } = facts;
    const { ctx, input, by, transactionId } = asking;
    // Else whoever looks up with a stolen cookie would keep its owner from all transfers.
    if (!facts.payee && !facts.released)
      refuseIfFull(ctx, { kind: 'lookup', who: nameOfCaller(ctx), windows: lookups });
    if (!from?.isActive) refuse('ACCOUNT_INACTIVE');
    if (!to) refuse('DESTINATION_NOT_FOUND');
    if (to.id === from.id) refuse('SAME_ACCOUNT');
    // The posting refuses frozen accounts; it knows nothing of people.
    if (!to.isHolderActive) refuse('DESTINATION_INACTIVE');
    const authorised = authorise(asking, facts, {
      kind: 'transfer',
      amountCents: input.amount,
      balanceCents: from.balanceCents,
      target: to.accountNumber,
      name: to.fullName,
      document: to.cpf ?? to.cnpj,
      isIssued: false,
      isCompany: from.cnpj !== null,
    });

    const answer: TransferAnswer = {
      id: transactionId,
      type: 'transfer',
      status: 'done',
      amount: toDecimal(input.amount),
      description: input.description,
      from: side(from),
      to: side(to),
      balanceAfter: toDecimal(from.balanceCents - input.amount),
      authCode: documentCode(transactionId),
      endToEndId: null,
      createdAt: by.createdAt.toISOString(),
    };
    const paid = {
      answer,
      posting: postingOf(input, from, to),
      writes: [written(rememberRecipients, recipientOf(asking, to, facts.released ?? authorised.intent))],
      letters: [letterOf(ctx, 'transfer_received', holderOf(to), { ...answer, amountCents: input.amount })],
      audit: {
        action: 'transfer' as const,
        entityId: transactionId,
        changes: { amount: answer.amount, to: to.accountNumber },
      },
    };
    return payOrReserve(asking, facts, authorised, {
      paid,
      payer: from,
      accounts: [from, to],
      payment: {
        kind: 'transfer',
        target: to.accountNumber,
        payeeName: to.fullName,
        payeeDocument: to.cpf ?? to.cnpj,
        request: { accountNumber: input.accountNumber, amount: input.amount, description: input.description },
      },
    });
  },
};

const postingOf = ({ amount, description }: TransferInput, from: HeldFact, to: HeldFact): DecidedPosting => ({
  type: 'transfer',
  description,
  entries: [
    { accountId: from.id, amountCents: -amount },
    { accountId: to.id, amountCents: amount },
  ],
  accounts: { reach: 'active', destination: 'DESTINATION_INACTIVE' },
});

/** As `recipients` names an account. */
const payeeNumber = ({ accountNumber }: TransferInput): string => parseAccountNumber(accountNumber) ?? '';

/** `method`: of this payment, or of what was asked for when it was reserved. */
const recipientOf = (
  { ctx, by, input }: Asking<TransferInput>,
  to: HeldFact,
  { method }: { method: ProofMethod | null },
): Paid => ({
  userId: ctx.user.id,
  kind: 'account',
  target: to.accountNumber,
  name: to.fullName,
  document: to.cpf ?? to.cnpj,
  lastUsedAt: by.createdAt,
  ...(method === 'email' && { byEmailCents: input.amount }),
  isByToken: method === 'token' || nameOfCaller(ctx) !== ctx.user.id,
});

const side = (account: HeldFact) => ({ accountNumber: account.accountNumber, ...toParty(account) });
