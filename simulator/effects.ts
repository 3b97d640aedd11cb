import type { PaymentRecord } from './records.ts';
import { toNumber } from './request.ts';
import type { Simulator } from './simulator.ts';

/** Per reference: number of records, their statuses, and the value of those that did not fail and were not returned. */
type Effect = { externalReference: string | null; count: number; statuses: string[]; value: number };

/** All effects, to compare with the bank's orders. */
export function effectsOf({ store }: Simulator) {
  return {
    transfers: byReference(store.list('transfer').reverse()),
    bills: byReference(store.list('bill').reverse()),
    refunds: byReference(store.list('payment').reverse().flatMap(refundsIn)),
    codes: store
      .list('pixDebit')
      .reverse()
      .map(({ id, accountId, description, status, amountCents, refundedCents }) => ({
        ...{ id, accountId, description, status },
        value: toNumber(status === 'REFUSED' ? 0 : amountCents - refundedCents),
      })),
    payments: store
      .list('payment')
      .filter(({ paidOn }) => paidOn !== null)
      .reverse()
      .map(({ id, accountId, amountCents, txid }) => ({ id, accountId, txid, value: toNumber(amountCents) })),
    charges: store
      .list('payment')
      .reverse()
      .flatMap(({ externalReference, paidOn, charged }) =>
        charged ? [{ externalReference, isPaid: paidOn !== null, isDeleted: charged.isDeleted }] : [],
      ),
    keys: store.list('key').map(({ id, accountId, key }) => ({ id, accountId, key })),
    claims: store
      .list('claim')
      .map(({ id, key, status, claimerId, donorId }) => ({ id, key, status, claimerId, donorId })),
    accounts: store
      .list('account')
      .reverse()
      .map(({ id, cpfCnpj, walletId, balanceCents }) => ({
        id,
        cpfCnpj,
        walletId,
        balance: toNumber(balanceCents),
      })),
    events: store.countEvents(),
    waitingEvents: store.hasWaitingEvents(),
  };
}

/** By the last word of their descriptions, where the bank's reference is. */
const refundsIn = ({ refunds = [] }: PaymentRecord) =>
  refunds.map(({ description, status, amountCents }) => ({
    externalReference: description?.split(' ').at(-1) ?? null,
    ...{ status, amountCents },
  }));

const UNDONE = ['FAILED', 'CANCELLED', 'REFUNDED'];

function byReference(
  records: { externalReference: string | null; status: string; amountCents: number }[],
): Effect[] {
  const found = new Map<string | null, typeof records>();
  for (const record of records) {
    const { externalReference } = record;
    found.set(externalReference, [...(found.get(externalReference) ?? []), record]);
  }
  return [...found].map(([externalReference, all]) => {
    const standing = all.filter(({ status }) => !UNDONE.includes(status));
    return {
      externalReference,
      count: all.length,
      statuses: all.map(({ status }) => status),
      value: toNumber(standing.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    };
  });
}
