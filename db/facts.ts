import { sql } from 'drizzle-orm';
import type { Reader } from '#db/db';

/** What the database says of itself: the version of its engine, and how large the bank's database is. */
export type DatabaseFacts = { version: string; sizeBytes: number };

/** Asks the database; that it answers is itself a fact. */
export async function databaseFacts(db: Reader): Promise<DatabaseFacts> {
  const asked =
    db.engine === 'sqlite'
      ? {
          version: sql<string>`sqlite_version()`,
          sizeBytes:
            sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`.mapWith(Number),
        }
      : {
          version: sql<string>`current_setting('server_version')`,
          sizeBytes: sql`pg_database_size(current_database())`.mapWith(Number),
        };
  const [facts] = await db.select(asked).from(sql`(select 1) as one`);
  if (!facts) throw new Error('the database answered a question about itself with nothing');
  return facts;
}
