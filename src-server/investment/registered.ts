import { and, desc, eq, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { investmentAnswer } from './shapes.ts';

const PAGE = 500;

/** A customer's investments, for the copy of all their data. */
export const investmentData: PersonalData = {
  name: 'investments',
  async *pages(db: Reader, userId: string) {
    const { investments, investmentProducts: products } = db.tables;
    let before: string | null = null;
    for (;;) {
      const rows: { row: typeof investments.$inferSelect; productName: string }[] = await db
        .select({ row: investments, productName: products.name })
        .from(investments)
        .innerJoin(products, eq(products.id, investments.productId))
        .where(and(eq(investments.userId, userId), before === null ? undefined : lt(investments.id, before)))
        .orderBy(desc(investments.id))
        .limit(PAGE);
      yield rows.map(({ row, productName }) =>
        investmentAnswer(row, productName, row.endedOn ?? row.startOn),
      );
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      before = last.row.id;
    }
  },
};
