import { and, desc, eq, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { pages } from '#server/work/pages';
import { type ContractRow, contentOf, contractAnswer } from './shapes.ts';

const PAGE = 50;

export const contractData: PersonalData = {
  name: 'contracts',
  async *pages(db: Reader, userId: string) {
    const { contracts } = db.tables;
    const read = (last: ContractRow | null): Promise<ContractRow[]> =>
      db
        .select()
        .from(contracts)
        .where(and(eq(contracts.userId, userId), last ? lt(contracts.id, last.id) : undefined))
        .orderBy(desc(contracts.id))
        .limit(PAGE);
    for await (const rows of pages(PAGE, read))
      yield rows.map((row) => ({
        ...contractAnswer(row),
        content: contentOf(row),
        contentSha256: row.contentSha256,
        evidence: row.evidence === null ? null : JSON.parse(row.evidence),
      }));
  },
};
