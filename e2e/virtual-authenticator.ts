import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CDPSession, Page } from 'playwright-core';

/** A device that verifies its user and keeps passkeys. */
export async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  };
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) };
}

/** Adds the passkeys a day earlier (SQLite), so that they count in full. */
export function agePasskeys(dataDir: string): void {
  const raw = new Database(join(dataDir, 'valebank.db'), { fileMustExist: true });
  raw.prepare('update passkeys set created_at = ?').run(Date.now() - 86_400_000);
  raw.close();
}
