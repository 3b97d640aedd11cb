import { and, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { newestPages } from '#server/work/pages';
import { investmentAnswer } from './shapes.ts';

export const investmentData: PersonalData = {
  name: 'investments',
  async *pages(db: Reader, userId: string) {
    const { investments, investmentProducts: products } = db.tables;
    const query = (next?: SQL) =>
      db
        .select({ row: investments, productName: products.name })
        .from(investments)
        .innerJoin(products, eq(products.id, investments.productId))
        .where(and(eq(investments.userId, userId), next));
    for await (const rows of newestPages(query, investments.id, ({ row }) => row.id))
      yield rows.map(({ row, productName }) =>
        investmentAnswer(row, productName, row.endedOn ?? row.startOn),
      );
  },
};
