import { bankDate, formatDay } from '#domain/date';
import type { MovementKind } from '#domain/ledger/flow';
import type { AccountType, TransactionType } from '#domain/ledger/words';

type CustomerAccountType = Exclude<AccountType, 'bank'>;

/** In the words of the statement. */
export const OWN_ACCOUNT_NAMES: Record<CustomerAccountType, string> = {
  checking: 'Conta corrente',
  savings: 'Poupança',
  investment: 'Investimentos',
  external: 'Conta externa',
  held: 'Reservado',
};

export type OwnSide = {
  kind: MovementKind;
  type: TransactionType;
  accountType: CustomerAccountType;
  isNeutral: boolean;
  isDebit: boolean;
};

/** From where to where money moved between accounts of one customer; null if it did not. */
export function ownMove({ kind, type, accountType, isNeutral, isDebit }: OwnSide): {
  from: CustomerAccountType;
  to: CustomerAccountType;
} | null {
  if (!isNeutral || type === 'reversal' || (kind !== 'own' && kind !== 'investment')) return null;
  const pot = kind === 'own' ? 'external' : 'investment';
  const other = accountType === pot ? 'checking' : pot;
  return isDebit ? { from: accountType, to: other } : { from: other, to: accountType };
}

/** 'Conta corrente → Conta externa'; null unless it is an own move. */
export function ownMoveWords(side: OwnSide): string | null {
  const move = ownMove(side);
  return move && `${OWN_ACCOUNT_NAMES[move.from]} → ${OWN_ACCOUNT_NAMES[move.to]}`;
}

/** The description as files show it: with both sides of an own move, and the day on which it was reversed. */
export function describedMovement(
  line: Omit<OwnSide, 'isDebit' | 'accountType'> & {
    accountType: AccountType;
    description: string;
    amountCents: number;
    reversedAt: Date | null;
  },
): string {
  const { accountType, amountCents } = line;
  const isDebit = amountCents < 0;
  const notes = [
    accountType !== 'bank' && ownMoveWords({ ...line, accountType, isDebit }),
    line.reversedAt && `devolvido em ${formatDay(bankDate(line.reversedAt))}`,
  ].filter(Boolean);
  return notes.length > 0 ? `${line.description} (${notes.join(', ')})` : line.description;
}
