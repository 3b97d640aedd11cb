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

/** The balance cannot go below zero. Refuses BUSY if no candidate is free (retry with others). */
export async function openAccount(
  tx: Tx,
  input: {
    userId: string;
    accountType: Exclude<AccountType, 'bank'>;
    candidates: readonly string[];
    createdAt: Date;
  },
): Promise<OpenedAccount> {
  const { accounts } = tx.tables;
  const id = newId();
  for (const accountNumber of input.candidates) {
    const [opened] = await tx
      .insert(accounts)
      .values({
        id,
        userId: input.userId,
        accountNumber,
        accountType: input.accountType,
        floorCents: 0,
        isActive: true,
        createdAt: input.createdAt,
      })
      .onConflictDoNothing({ target: accounts.accountNumber })
      .returning({ id: accounts.id, accountNumber: accounts.accountNumber });
    if (opened) return opened;
  }
  return refuse('BUSY', { retryAfterSeconds: 1 });
}
