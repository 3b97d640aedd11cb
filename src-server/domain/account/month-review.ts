import type { StatementLine } from '#domain/account/statement';
import { CHARGE_TITLES } from '#domain/credit/words';
import { addDays, bankDate } from '#domain/date';
import type { TransactionType } from '#domain/ledger/words';

export type Kind = { type: TransactionType; isDebit: boolean; amountCents: number; count: number };

export type Counterpart = { name: string; document: string; amountCents: number; count: number };

/** `late`: fine and interest of a late instalment · `tax`: IOF of a credit · `fee`: any other. */
export const COST_REASONS = ['late', 'tax', 'fee'] as const;
export type CostReason = (typeof COST_REASONS)[number];
export const COST_LABELS: Record<CostReason, string> = {
  late: 'Multa e juros de atraso',
  tax: 'IOF de crédito',
  fee: 'Outras tarifas',
};
export type Cost = { reason: CostReason; amountCents: number; count: number };

/** Amounts in cents. `days` has the closing balance of each day up to today. */
export type MonthReview = {
  incomeCents: number;
  expenseCents: number;
  kinds: Kind[];
  paidTo: Counterpart[];
  receivedFrom: Counterpart[];
  largest: StatementLine[];
  costsCents: number;
  costs: Cost[];
  days: { day: string; balanceCents: number }[];
};

export const MAX_REVIEW_ITEMS = 5;

/** A statement line, or the sum of `count` lines of one kind. */
export type ReviewLine = StatementLine & { count?: number };

type Unsummed = { largest: readonly StatementLine[]; balanceOn: (day: string) => number };

/**
 * `lines` in any order; `untilOn` is the last day to show. If lines are sums, `unsummed` gives what sums lack: the
 * largest movements and the balances.
 */
export function reviewMonth(
  lines: readonly ReviewLine[],
  about: { month: string; openingCents: number; untilOn: string; unsummed?: Unsummed },
): MonthReview {
  const total = (isWanted: (line: ReviewLine) => boolean) =>
    lines.filter(isWanted).reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
  const isOut = ({ amountCents }: ReviewLine) => amountCents < 0;
  return {
    incomeCents: total((line) => !isOut(line)),
    expenseCents: total(isOut),
    kinds: kindsOf(lines),
    paidTo: counterparts(lines.filter(isOut)),
    receivedFrom: counterparts(lines.filter((line) => !isOut(line))),
    largest: (about.unsummed?.largest ?? lines)
      .toSorted((one, other) => Math.abs(other.amountCents) - Math.abs(one.amountCents))
      .slice(0, MAX_REVIEW_ITEMS),
    costsCents: total((line) => reasonOf(line) !== null),
    costs: costsOf(lines),
    days: dayBalances(lines, about),
  };
}

function kindsOf(lines: readonly ReviewLine[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { type, amountCents, count = 1 } of lines) {
    const isDebit = amountCents < 0;
    const kind = kinds.get(`${type} ${isDebit}`) ?? { type, isDebit, amountCents: 0, count: 0 };
    kind.amountCents += Math.abs(amountCents);
    kind.count += count;
    kinds.set(`${type} ${isDebit}`, kind);
  }
  return [...kinds.values()].toSorted((one, other) => other.amountCents - one.amountCents);
}

function reasonOf({ type, description, amountCents }: StatementLine): CostReason | null {
  if (amountCents >= 0) return null;
  if (type === 'interest') return 'late';
  if (type !== 'fee') return null;
  if (description.startsWith(CHARGE_TITLES.fine)) return 'late';
  return description.startsWith(CHARGE_TITLES.iof) ? 'tax' : 'fee';
}

function costsOf(lines: readonly ReviewLine[]): Cost[] {
  return COST_REASONS.flatMap((reason) => {
    const own = lines.filter((line) => reasonOf(line) === reason);
    const amountCents = own.reduce((sum, line) => sum + Math.abs(line.amountCents), 0);
    const count = own.reduce((sum, line) => sum + (line.count ?? 1), 0);
    return own.length === 0 ? [] : [{ reason, amountCents, count }];
  });
}

function counterparts(lines: readonly ReviewLine[]): Counterpart[] {
  const found = new Map<string, Counterpart>();
  for (const { counterparty, amountCents, count = 1 } of lines) {
    if (!counterparty) continue;
    const { name, document } = counterparty;
    const one = found.get(`${name} ${document}`) ?? { name, document, amountCents: 0, count: 0 };
    one.amountCents += Math.abs(amountCents);
    one.count += count;
    found.set(`${name} ${document}`, one);
  }
  return [...found.values()]
    .toSorted((one, other) => other.amountCents - one.amountCents)
    .slice(0, MAX_REVIEW_ITEMS);
}

function dayBalances(
  lines: readonly ReviewLine[],
  {
    month,
    openingCents,
    untilOn,
    unsummed,
  }: { month: string; openingCents: number; untilOn: string; unsummed?: Unsummed },
): MonthReview['days'] {
  const moved = new Map<string, number>();
  for (const { createdAt, amountCents } of lines) {
    const day = bankDate(createdAt);
    moved.set(day, (moved.get(day) ?? 0) + amountCents);
  }
  const days: MonthReview['days'] = [];
  let balanceCents = openingCents;
  for (let day = `${month}-01`; day.startsWith(month) && day <= untilOn; day = addDays(day, 1)) {
    balanceCents += moved.get(day) ?? 0;
    days.push({ day, balanceCents: unsummed ? unsummed.balanceOn(day) : balanceCents });
  }
  return days;
}
