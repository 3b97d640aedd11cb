import { defineConfig } from 'drizzle-kit';

/** For `drizzle-kit studio` and `check` on SQLite. `npm run db:generate` writes the migrations. */
export default defineConfig({
  dialect: 'sqlite',
  out: './db/migrations/sqlite',
  dbCredentials: { url: 'file:data/valebank.db' },
});
