import type { Tables } from '#db/schema';
import type { Filled, History } from './fill.ts';
import type { Insert } from './past-guards.ts';

/** A customer of the bank that is made; accounts that they do not have are null. */
export type Person = {
  id: string;
  since: Date;
  checking: Filled;
  savings: Filled | null;
  investment: Filled | null;
  external: Filled | null;
};

/** What is posted at a moment of the past; the transaction's id goes to whoever asked for it. */
export type Event = { at: Date; post: (history: History) => Promise<void> };

/** The bank's own accounts that the history moves. */
export type OwnAccounts = Record<(typeof OWN)[number], Filled>;
export const OWN = [
  'provider_cash',
  'provider_clearing',
  'adjustments',
  'loans_receivable',
  'interest_income',
  'yield_expense',
] as const;

/** Everything that is filled is told the same. */
export type Filling = {
  insert: Insert;
  tables: Tables;
  people: readonly Person[];
  own: OwnAccounts;
  now: Date;
  today: string;
  /** The day on which the bank began. */
  firstDay: string;
};
