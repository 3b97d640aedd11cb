import { and, desc, eq, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { pages } from '#server/work/pages';
import { type InvestmentRow, investmentAnswer } from './shapes.ts';

const PAGE = 500;

type Named = { row: InvestmentRow; productName: string };

export const investmentData: PersonalData = {
  name: 'investments',
  async *pages(db: Reader, userId: string) {
    const { investments, investmentProducts: products } = db.tables;
    const read = (last: Named | null): Promise<Named[]> =>
      db
        .select({ row: investments, productName: products.name })
        .from(investments)
        .innerJoin(products, eq(products.id, investments.productId))
        .where(and(eq(investments.userId, userId), last ? lt(investments.id, last.row.id) : undefined))
        .orderBy(desc(investments.id))
        .limit(PAGE);
    for await (const rows of pages(PAGE, read))
      yield rows.map(({ row, productName }) =>
        investmentAnswer(row, productName, row.endedOn ?? row.startOn),
      );
  },
};
