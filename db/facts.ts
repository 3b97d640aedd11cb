import { sql } from 'drizzle-orm';
import type { Reader } from '#db/db';

export type DatabaseFacts = { version: string; sizeBytes: number };

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
  if (!facts) throw new Error('the query for version and size returned no row');
  return facts;
}
