import { badRequest } from './provider-error.ts';
import type { AccountRecord } from './records.ts';
import type { Store } from './store.ts';

/** Throws 400 when the balance is too low. */
export function take(store: Store, accountId: string, amountCents: number): void {
  const { balanceCents } = held(store, accountId);
  if (balanceCents < amountCents)
    throw badRequest('insufficient_balance', 'Saldo insuficiente para realizar esta operação.');
  store.update('account', accountId, { balanceCents: balanceCents - amountCents });
}

export function give(store: Store, accountId: string, amountCents: number): void {
  store.update('account', accountId, { balanceCents: held(store, accountId).balanceCents + amountCents });
}

function held(store: Store, accountId: string): AccountRecord {
  const account = store.get('account', accountId);
  if (!account) throw new Error(`account ${accountId} not found`);
  return account;
}

/** Throws 400 while the account is not approved. */
export function requireApproved({ reviews }: AccountRecord): void {
  if (reviews.general !== 'APPROVED')
    throw badRequest('invalid_action', 'Sua conta ainda não está totalmente aprovada.');
}
