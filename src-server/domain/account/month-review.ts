import { COST_REASONS, type CostReason, costReasonOf } from '#domain/account/cost';
import type { StatementLine } from '#domain/account/statement';
import { addDays, bankDate } from '#domain/date';
import type { Flow, MovementKind, NeutralFlow } from '#domain/ledger/flow';

export type Kind = { kind: MovementKind; isDebit: boolean; amountCents: number; count: number };

export type Counterpart = { name: string; document: string; amountCents: number; count: number };

export type Cost = { reason: CostReason; amountCents: number; count: number };

/** A sum of movements that are neither income nor expense, as a positive amount. Of an own move only the debit counts. */
export type Neutral = { flow: NeutralFlow; amountCents: number; count: number };

/** Amounts in cents. `neutral` is left out of all other figures but `days`. `days` has the closing balance of each day up to today. */
export type MonthReview = {
  incomeCents: number;
  expenseCents: number;
  kinds: Kind[];
  paidTo: Counterpart[];
  receivedFrom: Counterpart[];
  largest: ReviewLine[];
  costsCents: number;
  costs: Cost[];
  neutral: Neutral[];
  days: { day: string; balanceCents: number }[];
};

export const MAX_REVIEW_ITEMS = 5;

/** A statement line, or the sum of `count` lines of one kind. */
export type ReviewLine = StatementLine & { kind: MovementKind; count?: number; flow?: Flow };

type Unsummed = { largest: readonly ReviewLine[]; balanceOn: (day: string) => number };

/**
 * `lines` in any order; `untilOn` is the last day to show. If lines are sums, `unsummed` gives what sums lack: the
 * largest movements and the balances.
 */
export function reviewMonth(
  lines: readonly ReviewLine[],
  about: { month: string; openingCents: number; untilOn: string; unsummed?: Unsummed },
): MonthReview {
  const counted = lines.filter(({ flow = 'counted' }) => flow === 'counted');
  const total = (isWanted: (line: ReviewLine) => boolean) =>
    counted.filter(isWanted).reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
  const isOut = ({ amountCents }: ReviewLine) => amountCents < 0;
  return {
    incomeCents: total((line) => !isOut(line)),
    expenseCents: total(isOut),
    kinds: kindsOf(counted),
    paidTo: counterparts(counted.filter(isOut)),
    receivedFrom: counterparts(counted.filter((line) => !isOut(line))),
    largest: (about.unsummed?.largest ?? counted)
      .toSorted((one, other) => Math.abs(other.amountCents) - Math.abs(one.amountCents))
      .slice(0, MAX_REVIEW_ITEMS),
    costsCents: total((line) => costReasonOf(line) !== null),
    costs: costsOf(counted),
    neutral: neutralOf(lines),
    days: dayBalances(lines, about),
  };
}

function kindsOf(lines: readonly ReviewLine[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { kind, amountCents, count = 1 } of lines) {
    const isDebit = amountCents < 0;
    const sum = kinds.get(`${kind} ${isDebit}`) ?? { kind, isDebit, amountCents: 0, count: 0 };
    sum.amountCents += Math.abs(amountCents);
    sum.count += count;
    kinds.set(`${kind} ${isDebit}`, sum);
  }
  return [...kinds.values()].toSorted(
    (one, other) => other.amountCents - one.amountCents || one.kind.localeCompare(other.kind),
  );
}

/** `lines` must not include the reversal of a movement among them. */
function neutralOf(lines: readonly ReviewLine[]): Neutral[] {
  const sumOf = (flow: NeutralFlow, isWanted: (line: ReviewLine) => boolean): Neutral =>
    lines
      .filter((line) => line.flow === flow && isWanted(line))
      .reduce(
        (sum, { amountCents, count = 1 }) => ({
          flow,
          amountCents: sum.amountCents + Math.abs(amountCents),
          count: sum.count + count,
        }),
        { flow, amountCents: 0, count: 0 },
      );
  return [
    sumOf('own', ({ amountCents }) => amountCents < 0),
    sumOf('loan', () => true),
    sumOf('undone', () => true),
  ].filter(({ count }) => count > 0);
}

function costsOf(lines: readonly ReviewLine[]): Cost[] {
  return COST_REASONS.flatMap((reason) => {
    const own = lines.filter((line) => costReasonOf(line) === reason);
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
    .toSorted((one, other) => other.amountCents - one.amountCents || one.name.localeCompare(other.name))
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
