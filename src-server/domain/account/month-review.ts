import type { StatementLine } from '#domain/account/statement';
import { CHARGE_TITLES } from '#domain/credit/words';
import { addDays, bankDate } from '#domain/date';
import type { TransactionType } from '#domain/ledger/words';

/** Money of one kind in a month: cents that came in or went out, and in how many movements. */
export type Kind = { type: TransactionType; isDebit: boolean; amountCents: number; count: number };

/** Somebody with whom money was exchanged in a month, in one direction. */
export type Counterpart = { name: string; document: string; amountCents: number; count: number };

/**
 * Why something cost money. `late`: fine and interest of an instalment paid late, which paying in time avoids · `tax`: IOF of
 * a credit, due once when it is paid out · `fee`: any other.
 */
export const COST_REASONS = ['late', 'tax', 'fee'] as const;
export type CostReason = (typeof COST_REASONS)[number];
export const COST_LABELS: Record<CostReason, string> = {
  late: 'Multa e juros de atraso',
  tax: 'IOF de crédito',
  fee: 'Outras tarifas',
};
export type Cost = { reason: CostReason; amountCents: number; count: number };

/** A month in the life of the accounts, in cents. `days` has the balance at the end of each day up to today. */
export type MonthReview = {
  incomeCents: number;
  expenseCents: number;
  kinds: Kind[];
  paidTo: Counterpart[];
  receivedFrom: Counterpart[];
  largest: StatementLine[];
  /** What the month cost in all: fees, taxes of credits and late interest; and the same by reason. */
  costsCents: number;
  costs: Cost[];
  days: { day: string; balanceCents: number }[];
};

/** So many people and movements are shown of each kind. */
export const REVIEW_SHOWN = 5;

/** A line of a statement, or the sum of several of one kind: then `count` says of how many. */
export type ReviewLine = StatementLine & { count?: number };

/** What sums do not say: the largest movements, in the order of their lines, and the balance at the end of a day. */
type Singly = { largest: readonly StatementLine[]; balanceOn: (day: string) => number };

/**
 * Collects the lines of a month, in any order: what came in and went out by kind and by whom, the largest movements, what
 * it cost, and the balance at the end of each of its days from `openingCents` on. `untilOn` is the last day to show. Of lines
 * that are sums `singly` says what they do not.
 */
export function reviewMonth(
  lines: readonly ReviewLine[],
  about: { month: string; openingCents: number; untilOn: string; singly?: Singly },
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
    largest: (about.singly?.largest ?? lines)
      .toSorted((one, other) => Math.abs(other.amountCents) - Math.abs(one.amountCents))
      .slice(0, REVIEW_SHOWN),
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

/** Why a movement is a cost; null: it is none. */
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
    .slice(0, REVIEW_SHOWN);
}

function dayBalances(
  lines: readonly ReviewLine[],
  {
    month,
    openingCents,
    untilOn,
    singly,
  }: { month: string; openingCents: number; untilOn: string; singly?: Singly },
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
    days.push({ day, balanceCents: singly ? singly.balanceOn(day) : balanceCents });
  }
  return days;
}
