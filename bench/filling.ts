import type { Tables } from '#db/schema';
import type { Filled, History } from './fill.ts';
import type { Insert } from './without-guards.ts';

/** Accounts that a customer lacks are null. */
export type Person = {
  id: string;
  since: Date;
  checking: Filled;
  savings: Filled | null;
  investment: Filled | null;
  external: Filled | null;
};

export type Event = { at: Date; post: (history: History) => Promise<void> };

export type OwnAccounts = Record<(typeof OWN)[number], Filled>;
export const OWN = [
  'provider_cash',
  'provider_clearing',
  'adjustments',
  'loans_receivable',
  'interest_income',
  'yield_expense',
  'taxes_payable',
] as const;

export type Filling = {
  insert: Insert;
  tables: Tables;
  people: readonly Person[];
  own: OwnAccounts;
  now: Date;
  today: string;
  firstDay: string;
};
