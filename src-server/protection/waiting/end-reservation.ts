import type { OpenAccount } from '#domain/ledger/apply-posting';
import { toDecimal } from '#domain/money';
import type { WaitingStatus } from '#domain/protection/waiting';
import { refuse } from '#domain/refusal';
import {
  accountWithId,
  checkingOf,
  type HeldFact,
  holderOf,
  reserveOf,
} from '#server/decision/account-facts';
import { becomes, type DecidedPosting, type Decision, written } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import type { SignedInContext } from '#server/kernel/context';
import { letterOf } from '#server/outbox/queue-together';
import { concludeWaiting, type WaitingRow, waitingPayment } from './waiting-row.ts';

const ENDED_TEXTS: Record<Exclude<WaitingStatus, 'waiting'>, string> = {
  paid: 'Este pagamento já foi feito e não pode mais ser desfeito',
  undone: 'Este pagamento já foi desfeito: o dinheiro voltou para a sua conta',
  refused: 'Este pagamento não foi feito: o dinheiro já voltou para a sua conta',
};

/** Refuses NOT_FOUND, also for a payment of somebody else, and PAYMENT_NOT_WAITING. */
export function refuseEnded(waiting: WaitingRow | null, userId: string): WaitingRow {
  if (waiting?.userId !== userId) refuse('NOT_FOUND');
  if (waiting.status !== 'waiting') refuse('PAYMENT_NOT_WAITING', { text: ENDED_TEXTS[waiting.status] });
  return waiting;
}

/** Gives the reserved money back to the account it came from: also to a frozen one, whose money it is. */
export const endOf = (
  { transactionId: reversesId, accountId, amountCents }: WaitingRow,
  reserve: OpenAccount | null,
  description: string,
): DecidedPosting => {
  if (!reserve) throw new Error(`payment ${reversesId}: its customer has no held account`);
  return {
    type: 'reversal',
    description,
    reversesId,
    entries: [
      { accountId: reserve.id, amountCents: -amountCents },
      { accountId, amountCents },
    ],
    accounts: { reach: 'any' },
  };
};

/** `undone`: its customer wanted it · `refused`: it could not be made. `reason`: null when the customer undid it. */
type Ending = { waiting: WaitingRow; fate: 'undone' | 'refused'; reason: string | null };

/**
 * Ends a payment that waits without making it, and takes it out of the limits' sums. The context is its customer's. Refuses NOT_FOUND,
 * PAYMENT_NOT_WAITING.
 */
export const giveReservedBack = (ctx: SignedInContext, ending: Ending): Promise<{ success: true }> =>
  decideTogether(ctx, GIVE_RESERVED_BACK, ending, { key: undefined, request: null });

type Facts = {
  waiting: WaitingRow | null;
  checking: HeldFact | null;
  source: OpenAccount | null;
  reserve: OpenAccount | null;
};

export const GIVE_RESERVED_BACK: Decision<Ending, Facts, { success: true }> = {
  operation: 'giveReservedBack',

  facts: ({ user: { id } }, { waiting }) => ({
    waiting: waitingPayment(waiting.transactionId),
    checking: checkingOf(id),
    source: accountWithId(waiting.accountId),
    reserve: reserveOf(id),
  }),

  decide({ waiting, checking, reserve }, { ctx, input: { fate, reason }, by, transactionId }) {
    const row = refuseEnded(waiting, ctx.user.id);
    const ended = {
      ...row,
      status: fate,
      endedById: transactionId,
      reason,
      concludedAt: by.createdAt,
      nextLookAt: null,
    };
    return {
      answer: { success: true },
      posting: endOf(row, reserve, fate === 'undone' ? 'Pagamento desfeito' : 'Pagamento não feito'),
      writes: [written(concludeWaiting, ended)],
      changes: [becomes(waitingPayment(row.transactionId), ended)],
      letters: checking ? [letterOf(ctx, 'payment_not_made', holderOf(checking), { ...row, reason })] : [],
      audit: {
        action: fate === 'undone' ? 'undo_payment' : 'refuse_waiting_payment',
        entityId: transactionId,
        changes: {
          amount: toDecimal(row.amountCents),
          reservedBy: row.transactionId,
          ...(reason && { reason }),
        },
      },
    };
  },
};
