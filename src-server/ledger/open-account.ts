import { randomInt } from 'node:crypto';
import type { Tx } from '#db/db';
import { accountNumberFrom } from '#domain/account/number';
import type { AccountType } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';
import { newId } from '#server/kernel/id';

const BASES = 10_000_000;
const CANDIDATES = 8;

/** One of these is free unless the bank is nearly full. */
export const accountNumberCandidates = (count = CANDIDATES): string[] =>
  Array.from({ length: count }, () => accountNumberFrom(randomInt(1, BASES)));

export type OpenedAccount = { id: string; accountNumber: string };

export type NewAccount = {
  id: string;
  userId: string;
  accountType: Exclude<AccountType, 'bank'>;
  candidates: readonly string[];
  createdAt: Date;
};

/** The balance cannot go below zero. Refuses BUSY if no candidate is free (retry with others). */
export async function openAccount(tx: Tx, account: Omit<NewAccount, 'id'>): Promise<OpenedAccount> {
  const [opened] = await openAccounts(tx, [{ id: newId(), ...account }]);
  if (!opened) throw new Error('openAccount: nothing was written');
  return opened;
}

/** As `openAccount`, for several at once. */
export async function openAccounts(tx: Tx, opening: readonly NewAccount[]): Promise<OpenedAccount[]> {
  const opened: OpenedAccount[] = [];
  let left = opening;
  for (let place = 0; left.length > 0; place += 1) {
    const rows = left.map((account) => rowOf(account, place));
    const written = await tx.insertRows(tx.tables.accounts, rows, {
      conflict: 'on conflict (account_number) do nothing',
      returning: ['id', 'accountNumber'],
    });
    opened.push(...written);
    left = left.filter(({ id }) => !written.some((one) => one.id === id));
  }
  return opened;
}

const rowOf = ({ candidates, ...account }: NewAccount, place: number) => ({
  ...account,
  accountNumber: candidates[place] ?? refuse('BUSY', { retryAfterSeconds: 1 }),
  bankAccount: null,
  floorCents: 0,
  isActive: true,
  inactiveReason: null,
});
