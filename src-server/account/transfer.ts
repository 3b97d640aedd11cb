import type { TransferInput } from '#domain/account/transfer';
import { documentCode } from '#domain/document/code';
import { toDecimal } from '#domain/money';
import { Refusal, type RefusalCode, refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { countAttempt, refuseIfFull } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { post } from '#server/ledger/post';
import { queueMessage } from '#server/outbox/queue-message';
import { findChecking, findDestination, type HeldAccount } from './holders.ts';
import { rememberRecipient } from './remember-recipient.ts';
import { type TransferAnswer, toParty } from './shapes.ts';

/**
 * `amount` is in cents. Refuses ACCOUNT_INACTIVE, DESTINATION_NOT_FOUND, SAME_ACCOUNT, DESTINATION_INACTIVE,
 * INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, TOO_MANY_ATTEMPTS (an unknown or inactive destination counts as a `lookup`;
 * at that limit every transfer is refused).
 */
export async function transfer(ctx: SignedInContext, input: TransferInput): Promise<TransferAnswer> {
  try {
    return await send(ctx, input);
  } catch (error) {
    if (error instanceof Refusal && REVEALING_REFUSALS.includes(error.code))
      await countAttempt(ctx, 'lookup', nameOfCaller(ctx));
    throw error;
  }
}

/** Refusals useful for enumerating accounts. */
const REVEALING_REFUSALS: readonly RefusalCode[] = ['DESTINATION_NOT_FOUND', 'DESTINATION_INACTIVE'];

const send = (ctx: SignedInContext, input: TransferInput): Promise<TransferAnswer> =>
  moneyWrite(ctx, askedFor('transfer', input), async (tx, by) => {
    await refuseIfFull(tx, ctx, 'lookup', nameOfCaller(ctx));
    const from = await findChecking(tx, ctx.user.id);
    if (!from?.isActive) refuse('ACCOUNT_INACTIVE');
    const to = await findDestination(tx, input.accountNumber);
    if (!to) refuse('DESTINATION_NOT_FOUND');
    if (to.id === from.id) refuse('SAME_ACCOUNT');
    // The ledger refuses frozen accounts; it knows nothing of people.
    if (!to.isHolderActive) refuse('DESTINATION_INACTIVE');

    const posted = await post(tx, {
      ...by,
      type: 'transfer',
      description: input.description,
      entries: [
        { accountId: from.id, amountCents: -input.amount },
        { accountId: to.id, amountCents: input.amount },
      ],
      accounts: { reach: 'active', destination: 'DESTINATION_INACTIVE' },
    });
    await rememberRecipient(tx, {
      userId: ctx.user.id,
      kind: 'account',
      target: to.accountNumber,
      name: to.fullName,
      document: to.cpf ?? to.cnpj,
      lastUsedAt: by.createdAt,
    });
    const answer: TransferAnswer = {
      id: posted.transactionId,
      type: 'transfer',
      status: 'done',
      amount: toDecimal(input.amount),
      description: input.description,
      from: side(from),
      to: side(to),
      balanceAfter: toDecimal(balanceOf(posted.entries, from.id)),
      authCode: documentCode(posted.transactionId),
      endToEndId: null,
      createdAt: by.createdAt.toISOString(),
    };
    const receiver = { id: to.userId, fullName: to.fullName, email: to.email };
    await queueMessage(tx, ctx, 'transfer_received', receiver, { ...answer, amountCents: input.amount });
    return {
      answer,
      audit: {
        action: 'transfer',
        entityId: posted.transactionId,
        changes: { amount: answer.amount, to: to.accountNumber },
      },
    };
  });

const side = (account: HeldAccount) => ({ accountNumber: account.accountNumber, ...toParty(account) });

function balanceOf(entries: { accountId: string; balanceAfterCents: number }[], accountId: string): number {
  const own = entries.find((entry) => entry.accountId === accountId);
  if (!own) throw new Error(`transfer: no entry for the sender's account ${accountId}`);
  return own.balanceAfterCents;
}
