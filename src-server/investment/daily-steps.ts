import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { Refusal } from '#domain/refusal';
import { systemContext } from '#server/audit/system-actor';
import { holderOf } from '#server/decision/account-facts';
import type { Decision, SystemContext } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import type { Bank, DailyStep } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { letterOf } from '#server/outbox/queue-together';
import { pages } from '#server/work/pages';
import { eachOfAll } from '#server/work/queue';
import { type PayOutFacts, payOut, payOutFacts } from './pay-out.ts';

const PAGE = 200;

/** Investments decided in one group; bounds how long other requests wait. */
const AT_ONCE = 32;

const SKIPPED_REFUSALS: ReadonlySet<string> = new Set(['INVESTMENT_ENDED', 'ACCOUNT_INACTIVE']);

type Due = { id: string; userId: string };

/** A decision for each investment, so that runs can repeat and one that fails stops no other; frozen accounts are paid later. */
async function payMatured(bank: Bank, day: string): Promise<void> {
  await eachOfAll(
    pages(PAGE, (last: Due | null) => dueOn(bank, day, last?.id ?? '')),
    {
      work: (due) => payOne(bank, due),
      failed: ({ id }, error) =>
        logFailure(bank.log, error, 'a matured investment could not be paid', { investment: id }),
      atOnce: AT_ONCE,
    },
  );
}

function dueOn({ db }: Bank, day: string, after: string): Promise<Due[]> {
  const { accounts, investments } = db.tables;
  return db
    .select({ id: investments.id, userId: investments.userId })
    .from(investments)
    .innerJoin(accounts, eq(accounts.id, investments.accountId))
    .where(
      and(
        eq(investments.status, 'active'),
        lte(investments.maturityOn, day),
        eq(accounts.isActive, true),
        gt(investments.id, after),
      ),
    )
    .orderBy(asc(investments.id))
    .limit(PAGE);
}

async function payOne(bank: Bank, due: Due): Promise<void> {
  try {
    await decideTogether(systemContext(bank), MATURE, due);
  } catch (error) {
    // Redeemed meanwhile, or frozen meanwhile: then the next daily run pays.
    if (!(error instanceof Refusal && SKIPPED_REFUSALS.has(error.code))) throw error;
  }
}

export const MATURE: Decision<Due, PayOutFacts, null, SystemContext> = {
  operation: 'mature',

  facts: (_, { id, userId }) => payOutFacts(id, userId),

  decide(facts, { ctx, input: { id } }) {
    const { invested, checking } = facts;
    if (!invested || !checking) throw new Error(`investment ${id}: not found, or its holder has no account`);
    const { productName, investment } = invested;
    const on = investment.maturityOn;
    const {
      row: _,
      paid,
      ...decided
    } = payOut(invested, facts, {
      action: 'mature_investment',
      status: 'matured',
      on,
    });
    const letter = letterOf(ctx, 'investment_matured', holderOf(checking), { productName, on, paid });
    return { ...decided, answer: null, letters: [letter] };
  },
};

export const investmentDailySteps: DailyStep[] = [{ name: 'pay-matured-investments', run: payMatured }];
