import { defineConfig } from 'drizzle-kit';

/**
 * For drizzle-kit's own commands (studio, check) on the embedded database. Migrations are written by
 * `npm run db:generate`, for both engines and with what drizzle-kit cannot write.
 */
export default defineConfig({
  dialect: 'sqlite',
  out: './db/migrations/sqlite',
  dbCredentials: { url: 'file:data/valebank.db' },
});
