import type { ComponentProps } from 'react';
import { Money } from './money.tsx';

type EntryMoneyProps = Omit<ComponentProps<typeof Money>, 'cents' | 'decimal' | 'signed'> & {
  /** `amount` is decimal text, always positive; `isDebit`: the money left the account. */
  entry: { amount: string; isDebit: boolean };
};

export const EntryMoney = ({ entry: { amount, isDebit }, ...style }: EntryMoneyProps) => (
  <Money decimal={isDebit ? `-${amount}` : amount} signed color={isDebit ? 'fg' : 'brand.fg'} {...style} />
);
