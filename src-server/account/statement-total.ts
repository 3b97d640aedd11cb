import { z } from 'zod';
import type { StatementTotalInput } from '#domain/account/statement';
import { CHARGE_TITLES } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt } from '#server/auth/attempts';
import { countEntries } from '#server/auth/count-entries';
import type { SignedInContext } from '#server/kernel/context';
import { turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { rowFilterOf } from '#server/ledger/row-filter';
import { periodOf, textFilter } from '#server/ledger/statement';
import { statementSums } from '#server/ledger/statement-sums';
import { statementAccounts } from './queries.ts';
import { moneySchema } from './shapes.ts';

/** Of all pages; `credits` and `debits` are positive, `net` is their difference. */
export const statementTotalAnswerSchema = z.object({
  count: z.int(),
  credits: moneySchema,
  debits: moneySchema,
  net: moneySchema,
});
export type StatementTotal = z.infer<typeof statementTotalAnswerSchema>;

/** A total counts as the pages of a search through the same entries. */
const PAGE = 2_000;

/** What the rows of `account.ledger` with the same filters add up to. Refuses NOT_FOUND, TOO_MANY_ATTEMPTS. */
export async function statementTotal(
  ctx: SignedInContext,
  input: StatementTotalInput,
): Promise<StatementTotal> {
  await countAttempt(ctx, 'statementSearch', nameOfCaller(ctx));
  return turnOfReader(ctx)(() => totalOf(ctx, input));
}

async function totalOf(ctx: SignedInContext, input: StatementTotalInput): Promise<StatementTotal> {
  const isEveryAccount = input.account === 'all';
  const isAsked = textFilter(input);
  const turn = turnOfNetwork(ctx);
  const total = { count: 0, creditCents: 0, debitCents: 0 };
  for (const { id } of await statementAccounts(ctx, input)) {
    const period = await periodOf(ctx.db, id, input);
    await countEntries(ctx, 'statementSearch', nameOfCaller(ctx), period.upTo - period.after, PAGE);
    const filter = rowFilterOf({ ...input, isEveryAccount }, period.after);
    const titles = Object.values(CHARGE_TITLES);
    for (const sum of await statementSums(ctx.db, period, { titles, filter, turn })) {
      if (!isAsked(sum)) continue;
      total.count += sum.count;
      if (sum.amountCents > 0) total.creditCents += sum.amountCents;
      else total.debitCents -= sum.amountCents;
    }
  }
  return {
    count: total.count,
    credits: toDecimal(total.creditCents),
    debits: toDecimal(total.debitCents),
    net: toDecimal(total.creditCents - total.debitCents),
  };
}
