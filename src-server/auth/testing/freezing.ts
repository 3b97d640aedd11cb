import { desc, inArray } from 'drizzle-orm';
import { letterTo } from '#server/protection/testing/protected-bank';
import type { TestBank } from '#server/testing/test-bank';
import type { Browser } from './browser.ts';

export const freezeBy = (browser: Browser) => browser.ask((on) => on.freeze());

/** What the audit log has about freezing, in order. */
export async function changesIn({ db }: TestBank) {
  const { auditLog } = db.tables;
  const actions = ['freeze_by_owner', 'unfreeze_by_owner', 'unfreeze_for_owner'];
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.action, actions))
    .orderBy(auditLog.seq);
  return rows.map(({ action, changes }) => ({ action, ...JSON.parse(changes ?? '{}') }));
}

/** Kinds of the letters about freezing, newest first. */
export async function lettersIn({ db }: TestBank): Promise<string[]> {
  const { outbox } = db.tables;
  const kinds = ['frozen_by_owner', 'unfrozen_by_owner', 'unfrozen_for_owner'];
  const rows = await db.select().from(outbox).where(inArray(outbox.kind, kinds)).orderBy(desc(outbox.id));
  return rows.map(({ kind }) => kind);
}

/** Asks for a code to the customer's e-mail and gives it. */
export async function confirmEmail(bank: TestBank, browser: Browser): Promise<void> {
  await browser.ask((on) => on.contacts.requestCode({ channel: 'email' }));
  const code = /^\d{6}$/m.exec(await letterTo(bank, 'contact_code'))?.[0] ?? '';
  await browser.ask((on) => on.contacts.confirm({ channel: 'email', code }));
}
