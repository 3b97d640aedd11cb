import { asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forShare } from '#db/lock';
import type { Fact, GroupWrite } from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';
import type { InvestmentRow, ProductRow } from './shapes.ts';

/** The lock prevents a concurrent withdrawal of the product. */
export const productNumbered = (id: string): Fact<ProductRow> => ({ source: lockProducts, key: id });

async function lockProducts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ProductRow>> {
  const rows = await tx
    .prepared('investment.lockProducts', (on, { investmentProducts: products }) =>
      forShare(
        on
          .select()
          .from(products)
          .where(anyOf(on, products.id, 'ids'))
          .orderBy(asc(products.id)),
      ),
    )
    .execute({ ids: idList(tx, ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

export type Invested = { investment: InvestmentRow; productName: string };

/** Whoever ends it waits for its holder's accounts, so a decision names those. */
export const investmentNumbered = (id: string): Fact<Invested> => ({ source: readInvestments, key: id });

async function readInvestments(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Invested>> {
  const rows = await tx
    .prepared('investment.numbered', (on, { investments, investmentProducts: products }) =>
      on
        .select({ investment: investments, productName: products.name })
        .from(investments)
        .innerJoin(products, eq(products.id, investments.productId))
        .where(anyOf(on, investments.id, 'ids')),
    )
    .execute({ ids: idList(tx, ids) });
  return new Map(rows.map((row) => [row.investment.id, row]));
}

export const insertInvestments: GroupWrite<InvestmentRow> = async (tx, rows) => {
  await tx.insertRows(tx.tables.investments, rows);
};

const ENDED = `on conflict (id) do update set status = excluded.status, ended_on = excluded.ended_on,
  yield_cents = excluded.yield_cents, iof_cents = excluded.iof_cents, income_tax_cents = excluded.income_tax_cents`;

/** A guard refuses to end one twice. */
export const endInvestments: GroupWrite<InvestmentRow> = async (tx, rows) => {
  await tx.insertRows(tx.tables.investments, rows, { conflict: ENDED });
};
