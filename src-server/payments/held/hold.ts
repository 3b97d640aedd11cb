import type { Tx } from '#db/db';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { queueForAdmins, receiverOf } from '#server/outbox/queue-message';
import type { HeldRow } from './held-row.ts';

/**
 * What the provider says of an incoming payment. `amountCents`: as it arrived, without the provider's fee. `orderId`: the customer's
 * order that came back; null: none, or unknown.
 */
export type Arrived = Pick<
  HeldRow,
  | 'providerId'
  | 'userId'
  | 'amountCents'
  | 'payerName'
  | 'payerDocument'
  | 'endToEndId'
  | 'isReturn'
  | 'orderId'
>;

/** As the statement calls money that has arrived. */
export const receivedText = ({ payerName, isReturn }: Pick<Arrived, 'payerName' | 'isReturn'>): string =>
  `${isReturn ? 'Devolução de PIX' : 'PIX recebido'}${payerName ? ` de ${payerName}` : ''}`.slice(
    0,
    MAX_DESCRIPTION_LENGTH,
  );

/** Books a payment that its owner's account cannot take in `held_pix`, and asks the administrators to decide. */
export async function hold(
  tx: Tx,
  bank: Bank,
  arrived: Arrived,
): Promise<{ transactionId: string; createdAt: Date }> {
  const at = bank.clock.now();
  const { userId, amountCents, payerName, providerId } = arrived;
  const { transactionId } = await post(tx, {
    type: 'deposit',
    description: `PIX retido${payerName ? ` de ${payerName}` : ''}`.slice(0, MAX_DESCRIPTION_LENGTH),
    createdAt: at,
    actorId: null,
    entries: [
      { accountId: await bankAccountId(tx, 'held_pix'), amountCents },
      { accountId: await bankAccountId(tx, 'provider_cash'), amountCents: -amountCents },
    ],
  });
  const open = { status: 'held', attempts: 0, isAccepted: false } as const;
  await tx.insert(tx.tables.heldPayments).values({ ...arrived, ...open, transactionId, createdAt: at });
  const { fullName } = await receiverOf(tx, userId);
  await queueForAdmins(tx, bank, 'pix_held', { fullName, amountCents });
  await record(tx, systemActor(bank, 'Pagamentos'), {
    action: 'hold_pix',
    entityId: transactionId,
    changes: { userId, amount: toDecimal(amountCents), providerId },
  });
  return { transactionId, createdAt: at };
}
