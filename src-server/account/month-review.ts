import { z } from 'zod';
import { COST_LABELS, COST_REASONS } from '#domain/account/cost';
import { MAX_REVIEW_ITEMS, type MonthReview, reviewMonth } from '#domain/account/month-review';
import type { MonthSummaryInput } from '#domain/account/statement';
import { addMonths } from '#domain/calendar';
import { CHARGE_TITLES } from '#domain/credit/words';
import { addDays, bankDate, formatDay } from '#domain/date';
import { FLOWS, MOVEMENT_KIND_LABELS, MOVEMENT_KINDS, NEUTRAL_FLOW_LABELS } from '#domain/ledger/flow';
import { TRANSACTION_TYPES } from '#domain/ledger/words';
import { formatBrl, parseDecimal, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt } from '#server/auth/attempts';
import { countEntries } from '#server/auth/count-entries';
import { type FactSection, factsPdf } from '#server/document/facts-pdf';
import { onePdfAtATime } from '#server/document/one-pdf';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { bankMidnight } from '#server/ledger/bank-day';
import { rowFilterOf } from '#server/ledger/row-filter';
import { lastBeforeEach, type StatementEntry } from '#server/ledger/statement-rows';
import { largestEntries, type StatementSum, statementSums } from '#server/ledger/statement-sums';
import { allOwnAccounts, summaryOf } from './queries.ts';
import { moneySchema } from './shapes.ts';

const counterpart = z.object({ name: z.string(), document: z.string(), amount: moneySchema, count: z.int() });

/**
 * `previous` is the previous month, null if no account existed then; `days` end today at the latest. Opening + net +
 * neutralNet = closing.
 */
export const monthReviewSchema = z.object({
  month: z.string(),
  isOver: z.boolean(),
  opening: moneySchema,
  closing: moneySchema,
  income: moneySchema,
  expense: moneySchema,
  net: moneySchema,
  previous: z
    .object({ month: z.string(), income: moneySchema, expense: moneySchema, net: moneySchema })
    .nullable(),
  neutral: z.array(
    z.object({ flow: z.enum(FLOWS).exclude(['counted']), amount: moneySchema, count: z.int() }),
  ),
  neutralNet: moneySchema,
  kinds: z.array(
    z.object({ kind: z.enum(MOVEMENT_KINDS), isDebit: z.boolean(), amount: moneySchema, count: z.int() }),
  ),
  paidTo: z.array(counterpart),
  receivedFrom: z.array(counterpart),
  largest: z.array(
    z.object({
      transactionId: z.string(),
      type: z.enum(TRANSACTION_TYPES),
      kind: z.enum(MOVEMENT_KINDS),
      description: z.string(),
      counterpartyName: z.string().nullable(),
      amount: moneySchema,
      isDebit: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
  costs: moneySchema,
  costsBy: z.array(z.object({ reason: z.enum(COST_REASONS), amount: moneySchema, count: z.int() })),
  days: z.array(z.object({ day: z.iso.date(), balance: moneySchema })),
});
export type MonthReviewAnswer = z.output<typeof monthReviewSchema>;

/** Reviews of one user are made one at a time. Refuses VALIDATION (future month), TOO_MANY_ATTEMPTS. */
export async function monthReview(
  ctx: SignedInContext,
  input: MonthSummaryInput,
): Promise<MonthReviewAnswer> {
  await countAttempt(ctx, 'monthReview', nameOfCaller(ctx));
  return turnOfReader(ctx)(() => reviewOf(ctx, input));
}

async function reviewOf(ctx: SignedInContext, input: MonthSummaryInput): Promise<MonthReviewAnswer> {
  const today = ctx.clock.today();
  const month = input.month ?? today.slice(0, 7);
  if (month > today.slice(0, 7)) refuse('VALIDATION', { fields: { month: 'Este mês ainda não começou' } });
  const lastOn = addDays(addMonths(`${month}-01`, 1), -1);
  const accounts = await allOwnAccounts(ctx.db, ctx.user.id);
  const { openingCents, closingCents, lines, unsummed } = await movedIn(
    ctx,
    accounts.map(({ id }) => id),
    month,
  );
  const untilOn = lastOn < today ? lastOn : today;
  const review = reviewMonth(lines, { month, openingCents, untilOn, unsummed });
  const isFirst = accounts.every(({ createdAt }) => bankDate(createdAt) >= `${month}-01`);
  return {
    month,
    isOver: lastOn < today,
    opening: toDecimal(openingCents),
    closing: toDecimal(closingCents),
    neutralNet: toDecimal(closingCents - openingCents - review.incomeCents + review.expenseCents),
    ...inDecimals(review),
    previous: isFirst ? null : await totalsOf(ctx, addMonths(`${month}-01`, -1).slice(0, 7)),
  };
}

async function totalsOf(ctx: SignedInContext, month: string): Promise<MonthReviewAnswer['previous']> {
  const { income, expense, net } = await summaryOf(ctx, { month });
  return { month, income, expense, net };
}

/** Summed in SQL, since a company may have many thousands of entries. */
async function movedIn(ctx: SignedInContext, accountIds: readonly string[], month: string) {
  const { db } = ctx;
  const turn = turnOfNetwork(ctx);
  const days = daysOf(month);
  const ends = [addDays(`${month}-01`, -1), ...days].map((day) => bankMidnight(day, { plusDays: 1 }));
  const sums: StatementSum[] = [];
  const largest: StatementEntry[] = [];
  const balances = new Map<string, number>();
  let openingCents = 0;
  let closingCents = 0;
  for (const accountId of [...accountIds].sort()) {
    const [opening, ...closings] = await lastBeforeEach(db, accountId, ends);
    const range = { accountId, after: opening?.seq ?? 0, upTo: closings.at(-1)?.seq ?? 0 };
    await countEntries(ctx, 'monthReview', nameOfCaller(ctx), range.upTo - range.after);
    openingCents += opening?.balanceAfterCents ?? 0;
    closingCents += closings.at(-1)?.balanceAfterCents ?? 0;
    for (const [index, day] of days.entries())
      balances.set(day, (balances.get(day) ?? 0) + (closings[index]?.balanceAfterCents ?? 0));
    const filter = rowFilterOf({ view: 'movements', isEveryAccount: true }, range.after);
    sums.push(...(await statementSums(db, range, { titles: Object.values(CHARGE_TITLES), filter, turn })));
    largest.push(...(await largestEntries(db, range, MAX_REVIEW_ITEMS, { turn })));
  }
  return {
    openingCents,
    closingCents,
    lines: sums,
    unsummed: { largest: largest.toSorted(newestFirst), balanceOn: (day: string) => balances.get(day) ?? 0 },
  };
}

type Placed = Pick<StatementEntry, 'createdAt' | 'transactionId'>;
const newestFirst = (one: Placed, other: Placed): number =>
  other.createdAt.getTime() - one.createdAt.getTime() || (other.transactionId > one.transactionId ? 1 : -1);

function daysOf(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

function inDecimals(review: MonthReview) {
  const { incomeCents, expenseCents } = review;
  const withAmount = <T extends { amountCents: number }>({ amountCents, ...rest }: T) => ({
    ...rest,
    amount: toDecimal(amountCents),
  });
  return {
    income: toDecimal(incomeCents),
    expense: toDecimal(expenseCents),
    net: toDecimal(incomeCents - expenseCents),
    kinds: review.kinds.map(withAmount),
    paidTo: review.paidTo.map(withAmount),
    receivedFrom: review.receivedFrom.map(withAmount),
    largest: review.largest.map((line) => ({
      transactionId: line.transactionId,
      type: line.type,
      kind: line.kind,
      description: line.description,
      counterpartyName: line.counterparty?.name ?? null,
      amount: toDecimal(Math.abs(line.amountCents)),
      isDebit: line.amountCents < 0,
      createdAt: line.createdAt.toISOString(),
    })),
    costs: toDecimal(review.costsCents),
    costsBy: review.costs.map(withAmount),
    neutral: review.neutral.map(withAmount),
    days: review.days.map(({ day, balanceCents }) => ({ day, balance: toDecimal(balanceCents) })),
  };
}

/** Refuses TOO_MANY_ATTEMPTS, BUSY (one PDF at a time per user, few per network). */
export async function monthReviewPdf(
  ctx: SignedInContext,
  input: MonthSummaryInput,
  signal?: AbortSignal,
): Promise<FileAnswer> {
  await countAttempt(ctx, 'export', nameOfCaller(ctx));
  return onePdfAtATime(ctx, signal, async (yieldTurn) => {
    const review = await monthReview(ctx, input);
    const bytes = await factsPdf(sectionsOf(review), {
      title: 'Raio-X do mês',
      brandName: ctx.env.BRAND_NAME,
      holder: ctx.user.fullName,
      intro: `${monthInWords(review.month)}${review.isOver ? '' : ', até hoje'}`,
      at: ctx.clock.now(),
      yieldTurn,
    });
    return { bytes, fileName: `raio-x-${review.month}.pdf`, contentType: 'application/pdf' };
  });
}

const brl = (decimal: string): string => formatBrl(parseDecimal(decimal) ?? 0);
const monthWords = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthInWords = (month: string): string => monthWords.format(new Date(`${month}-01T12:00:00Z`));
const times = (count: number): string => (count === 1 ? '1 movimentação' : `${count} movimentações`);

function sectionsOf(review: MonthReviewAnswer): FactSection[] {
  const people = (list: MonthReviewAnswer['paidTo']): FactSection['facts'] =>
    list.map(({ name, amount, count }) => [name, `${brl(amount)}, ${times(count)}`]);
  const compared = (figure: 'income' | 'expense'): string =>
    review.previous ? ` (${monthInWords(review.previous.month)}: ${brl(review.previous[figure])})` : '';
  return [
    {
      title: 'Resumo',
      facts: [
        ['Saldo no início', brl(review.opening)],
        ['Entrou', `${brl(review.income)}${compared('income')}`],
        ['Saiu', `${brl(review.expense)}${compared('expense')}`],
        ['Resultado', brl(review.net)],
        ['Outras movimentações, que não contam', brl(review.neutralNet)],
        [review.isOver ? 'Saldo no fim' : 'Saldo de hoje', brl(review.closing)],
        ['Tarifas, multas, juros de atraso e IOF', brl(review.costs)],
      ],
    },
    {
      title: 'O que o mês custou',
      facts: review.costsBy.map(({ reason, amount, count }) => [
        COST_LABELS[reason],
        `${brl(amount)}, ${times(count)}`,
      ]),
    },
    {
      title: 'Por tipo',
      facts: review.kinds.map(({ kind, isDebit, amount, count }) => [
        MOVEMENT_KIND_LABELS[kind],
        `${isDebit ? 'saiu' : 'entrou'} ${brl(amount)}, ${times(count)}`,
      ]),
    },
    {
      title: 'Não contam como entrada nem saída',
      facts: review.neutral.map(({ flow, amount, count }) => [
        NEUTRAL_FLOW_LABELS[flow],
        `${brl(amount)}, ${times(count)}`,
      ]),
    },
    { title: 'Quem mais recebeu de você', facts: people(review.paidTo) },
    { title: 'De quem você mais recebeu', facts: people(review.receivedFrom) },
    {
      title: 'Maiores movimentações',
      facts: review.largest.map(({ description, amount, isDebit, createdAt }) => [
        formatDay(bankDate(new Date(createdAt))),
        `${isDebit ? '−' : '+'} ${brl(amount)}: ${description}`,
      ]),
    },
  ].filter(({ facts }) => facts.length > 0) as FactSection[];
}
