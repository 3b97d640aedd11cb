import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { toDecimal } from '#domain/money';
import { Refusal } from '#domain/refusal';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank, DailyStep } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { pages } from '#server/work/pages';
import { payOut } from './pay-out.ts';
import type { InvestmentRow } from './shapes.ts';

const PAGE = 200;

const SKIPPED_REFUSALS: ReadonlySet<string> = new Set(['INVESTMENT_ENDED', 'ACCOUNT_INACTIVE']);

type Due = {
  investment: InvestmentRow;
  productName: string;
  client: { id: string; fullName: string; email: string };
};

/** One transaction per investment, so that runs can repeat; frozen accounts are paid later. */
async function payMatured(bank: Bank, day: string): Promise<void> {
  const read = (last: Due | null) => dueOn(bank, day, last?.investment.id ?? '');
  for await (const due of pages(PAGE, read)) for (const one of due) await payOne(bank, one);
}

function dueOn({ db }: Bank, day: string, after: string): Promise<Due[]> {
  const { accounts, investments, investmentProducts: products, users } = db.tables;
  return db
    .select({
      investment: investments,
      productName: products.name,
      client: { id: users.id, fullName: users.fullName, email: users.email },
    })
    .from(investments)
    .innerJoin(products, eq(products.id, investments.productId))
    .innerJoin(users, eq(users.id, investments.userId))
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

async function payOne(bank: Bank, { investment, productName, client }: Due): Promise<void> {
  const at = bank.clock.now();
  const ctx = systemActor(bank);
  const on = investment.maturityOn;
  try {
    await bank.db.transaction(async (tx) => {
      const { paid } = await payOut(tx, ctx, investment, {
        status: 'matured',
        on,
        by: { createdAt: at, actorId: null },
        productName,
      });
      await queueMessage(tx, bank, 'investment_matured', client, { productName, on, paid });
      await record(tx, ctx, {
        action: 'mature_investment',
        entityId: investment.id,
        changes: {
          status: { from: 'active', to: 'matured' },
          gross: toDecimal(paid.grossCents),
          net: toDecimal(paid.netCents),
        },
      });
    });
  } catch (error) {
    // Redeemed meanwhile, or frozen meanwhile: then the next daily run pays.
    if (!(error instanceof Refusal && SKIPPED_REFUSALS.has(error.code))) throw error;
  }
}

export const investmentDailySteps: DailyStep[] = [{ name: 'pay-matured-investments', run: payMatured }];
