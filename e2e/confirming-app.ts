import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import type { SignedIn } from './bank-test.ts';

/** As if the app had been turned on days ago (SQLite): one turned on today confirms no payment. */
export function ageApps(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  raw.prepare('delete from two_factor_undos').run();
  raw.close();
}

export async function turnOnApp({ script }: SignedIn): Promise<Authenticator> {
  const { body } = await script.call('POST', '/api/2fa/setup', {});
  const app = newAuthenticator(body.secret);
  const { status } = await script.call('POST', '/api/2fa/verify', { token: await app.nextCode() });
  expect(status).toBe(200);
  return app;
}
