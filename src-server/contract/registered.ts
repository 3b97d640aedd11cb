import { and, desc, eq, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { type ContractRow, contentOf, contractAnswer } from './shapes.ts';

const PAGE = 50;

/** A customer's contracts with everything they say and how they were signed, for the copy of all their data. */
export const contractData: PersonalData = {
  name: 'contracts',
  async *pages(db: Reader, userId: string) {
    const { contracts } = db.tables;
    let before: string | null = null;
    for (;;) {
      const rows: ContractRow[] = await db
        .select()
        .from(contracts)
        .where(and(eq(contracts.userId, userId), before === null ? undefined : lt(contracts.id, before)))
        .orderBy(desc(contracts.id))
        .limit(PAGE);
      yield rows.map((row) => ({
        ...contractAnswer(row),
        content: contentOf(row),
        contentSha256: row.contentSha256,
        evidence: row.evidence === null ? null : JSON.parse(row.evidence),
      }));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      before = last.id;
    }
  },
};
