import type { postgresKit } from './postgres.ts';

/**
 * Column types for both engines. TypeScript sees PostgreSQL's; SQLite's kit is cast to them, so that a query runs on
 * both (with `await`, never `.get/.run/.all`). `id`: UUID v7 or SHA-256 text; `oneOf`: closed list (CHECK); `cents`:
 * safe integer; `count`: small integer; `at`: moment (Date); `date`: 'YYYY-MM-DD'; `bytes`: a small file.
 */
export type Kit = Omit<typeof postgresKit, 'engine'> & { engine: 'sqlite' | 'postgres' };
