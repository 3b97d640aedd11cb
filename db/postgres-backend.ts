import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type ConnectionBackend, connectionBackend, outsideBackend } from '#db/connection';
import type { Drizzle } from '#db/db';
import { postgresKit } from '#db/kit/postgres';
import { makeTables } from '#db/schema';

const tables = makeTables(postgresKit);

/** What Drizzle needs of a client or a pool. */
export type Querying = { query(config: object, values?: unknown[]): Promise<pg.QueryResult> };

export type Read = (config: pg.QueryConfig) => Promise<pg.QueryResult>;

export const ormOf = (client: Querying): Drizzle =>
  drizzle({ client: client as unknown as pg.Pool }) as unknown as Drizzle;

export const backendOf = (client: Querying): ConnectionBackend =>
  connectionBackend('postgres', tables, ormOf(client), (query, values) => query.execute(values));

export const reading = (read: Read): Querying => ({
  query: (config, values) => read({ ...config, values } as pg.QueryConfig),
});

export const readingBackend = (read: Read): ConnectionBackend => outsideBackend(backendOf(reading(read)));
