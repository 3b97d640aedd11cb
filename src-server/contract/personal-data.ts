import { and, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { PersonalData } from '#server/kernel/context';
import { newestPages } from '#server/work/pages';
import { contentOf, contractAnswer } from './shapes.ts';

/** Contracts per page: each holds its whole text. */
const PAGE = 50;

export const contractData: PersonalData = {
  name: 'contracts',
  async *pages(db: Reader, userId: string) {
    const { contracts } = db.tables;
    const own = eq(contracts.userId, userId);
    const query = (next?: SQL) => db.select().from(contracts).where(and(own, next));
    for await (const rows of newestPages(query, contracts.id, ({ id }) => id, PAGE))
      yield rows.map((row) => ({
        ...contractAnswer(row),
        content: contentOf(row),
        contentSha256: row.contentSha256,
        evidence: row.evidence === null ? null : JSON.parse(row.evidence),
      }));
  },
};
