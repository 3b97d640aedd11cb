import type { postgresKit } from './postgres.ts';

/**
 * The words a table is written in, once for both engines. TypeScript sees PostgreSQL's types; SQLite's kit has the
 * same words and is cast to them, so that a query written once runs on both (with `await`, never `.get/.run/.all`).
 *
 * - `id` UUID v7 or SHA-256 as text · `text` · `oneOf` a closed list of words (CHECKed)
 * - `cents` integer cents (safe integers, up to 2^53) · `count` a small whole number · `bool`
 * - `at` a moment (Date) · `date` a calendar day 'YYYY-MM-DD' · `json` any JSON value · `bytes` a small file
 */
export type Kit = Omit<typeof postgresKit, 'engine'> & { engine: 'sqlite' | 'postgres' };
