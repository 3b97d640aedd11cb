import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { shownTarget } from '#domain/account/recipient';
import { deviceInWords } from '#domain/auth/device-words';
import { toDecimal } from '#domain/money';
import { MAX_PAGE_SIZE } from '#domain/page';
import { maskDocument } from '#domain/tax-id';
import { idsOf } from '#server/kernel/id';
import { balancesOf, type EntriesPage, entriesPage } from '#server/ledger/statement';
import { lastSeq } from '#server/ledger/statement-rows';
import { longPause, newestPages, pages } from '#server/work/pages';
import { accessesTo } from './access-history.ts';
import { inWords } from './pages.ts';

const decimalOrNull = (cents: number | null): string | null => (cents === null ? null : toDecimal(cents));

export async function* accountsOf(db: Reader, userId: string) {
  const { accounts } = db.tables;
  const { id, accountNumber, accountType, isActive, inactiveReason, createdAt } = accounts;
  const rows = await db
    .select({ id, accountNumber, accountType, isActive, inactiveReason, createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.id);
  const balances = await balancesOf(db, idsOf(rows));
  yield rows.map((row) => ({ ...row, balance: toDecimal(balances.get(row.id) ?? 0) }));
}

const accountIdsOf = async (db: Reader, userId: string): Promise<string[]> => {
  const { accounts } = db.tables;
  const rows = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId));
  return idsOf(rows);
};

/** Number of entries of all accounts: the last `seq` of each, since a sequence has no gaps. */
export async function entryCountOf(db: Reader, userId: string): Promise<number> {
  let count = 0;
  for (const id of await accountIdsOf(db, userId)) count += await lastSeq(db, id);
  return count;
}

export async function* entriesOf(db: Reader, userId: string) {
  const accountIds = await accountIdsOf(db, userId);
  let cursor: string | null = null;
  do {
    const page: EntriesPage = await entriesPage(db, { accountIds, limit: MAX_PAGE_SIZE, cursor });
    yield page.entries.map(({ amountCents, balanceAfterCents, ...entry }) => ({
      ...entry,
      amount: toDecimal(amountCents),
      balanceAfter: toDecimal(balanceAfterCents),
    }));
    cursor = page.nextCursor;
    await longPause();
  } while (cursor !== null);
}

/** Without the documents' bytes. */
export async function* documentsOf(db: Reader, userId: string) {
  const { documents, entries } = db.tables;
  const { code, kind, title, transactionId, issuedAt, sha256 } = documents;
  for (const accountId of await accountIdsOf(db, userId)) {
    const query = (next?: SQL) =>
      db
        .select({ seq: entries.seq, code, kind, title, transactionId, issuedAt, sha256 })
        .from(entries)
        .innerJoin(documents, eq(transactionId, entries.transactionId))
        .where(and(eq(entries.accountId, accountId), next));
    const found = newestPages(query, entries.seq, ({ seq }) => seq);
    yield* inWords(found, ({ seq: _seq, ...document }) => document);
  }
}

export async function* recipientsOf(db: Reader, userId: string) {
  const { recipients } = db.tables;
  const rows = await db
    .select()
    .from(recipients)
    .where(eq(recipients.userId, userId))
    .orderBy(desc(recipients.lastUsedAt), desc(recipients.id));
  yield rows.map(({ userId: _user, trustedCents, unaskedCents: _unasked, ...row }) => ({
    ...row,
    trustedUpTo: decimalOrNull(trustedCents),
    target: shownTarget(row),
    document: row.document && maskDocument(row.document),
  }));
}

export async function* termsOf(db: Reader, userId: string) {
  const { termsAcceptances: terms } = db.tables;
  const { version, ip, acceptedAt } = terms;
  const own = db.select({ version, ip, acceptedAt }).from(terms).where(eq(terms.userId, userId));
  yield await own.orderBy(desc(terms.id));
}

export const consentsOf = (db: Reader, userId: string) => {
  const { consents } = db.tables;
  const { id, kind, isGranted, ip, decidedAt } = consents;
  const own = eq(consents.userId, userId);
  const query = (next?: SQL) =>
    db.select({ id, kind, isGranted, ip, decidedAt }).from(consents).where(and(own, next));
  return newestPages(query, id, (row) => row.id);
};

export async function* sessionsOf(db: Reader, userId: string) {
  const { sessions } = db.tables;
  const { publicId: id, ip, userAgent, createdAt, lastSeenAt, expiresAt } = sessions;
  const rows = await db
    .select({ id, ip, userAgent, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(lastSeenAt));
  yield rows.map((row) => ({ ...row, device: deviceInWords(row.userAgent) }));
}

export const tokensOf = (db: Reader, userId: string) => {
  const { accessTokens: tokens } = db.tables;
  const query = (next?: SQL) =>
    db
      .select()
      .from(tokens)
      .where(and(eq(tokens.userId, userId), next));
  const rows = newestPages(query, tokens.id, ({ id }) => id);
  return inWords(rows, ({ userId: _user, tokenHash: _hash, perCallCents, perDayCents, ...row }) => ({
    ...row,
    perCall: decimalOrNull(perCallCents),
    perDay: decimalOrNull(perDayCents),
  }));
};

/** Without the mark of the browser's cookie. */
export async function* devicesOf(db: Reader, userId: string) {
  const { devices } = db.tables;
  const { id, name, createdAt, trustedFrom, lastUsedAt, endedAt } = devices;
  const columns = { id, name, createdAt, trustedFrom, lastUsedAt, endedAt };
  yield await db.select(columns).from(devices).where(eq(devices.userId, userId)).orderBy(desc(id));
}

export async function* passkeysOf(db: Reader, userId: string) {
  const { passkeys } = db.tables;
  const { id, name, isMultiDevice, isBackedUp, transports, createdAt, lastUsedAt, endedAt } = passkeys;
  const columns = { id, name, isMultiDevice, isBackedUp, transports, createdAt, lastUsedAt, endedAt };
  yield await db.select(columns).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(id));
}

export async function* emailChangesOf(db: Reader, userId: string) {
  const { emailChanges: asked } = db.tables;
  const { email, createdAt, expiresAt, usedAt } = asked;
  const own = db.select({ email, createdAt, expiresAt, usedAt }).from(asked).where(eq(asked.userId, userId));
  yield await own.orderBy(desc(createdAt));
}

export async function* emailUndosOf(db: Reader, userId: string) {
  const { emailUndos: undos } = db.tables;
  const { formerEmail, email, createdAt, expiresAt, usedAt } = undos;
  const columns = { formerEmail, email, createdAt, expiresAt, usedAt };
  yield await db.select(columns).from(undos).where(eq(undos.userId, userId)).orderBy(desc(createdAt));
}

export async function* twoFactorUndosOf(db: Reader, userId: string) {
  const { twoFactorUndos: undos } = db.tables;
  const { createdAt, expiresAt, usedAt } = undos;
  const own = db.select({ createdAt, expiresAt, usedAt }).from(undos).where(eq(undos.userId, userId));
  yield await own.orderBy(desc(createdAt));
}

export const notificationsOf = (db: Reader, userId: string) => {
  const { notifications } = db.tables;
  const { id, kind, title, text, createdAt, readAt } = notifications;
  const columns = { id, kind, title, text, createdAt, readAt };
  const own = eq(notifications.userId, userId);
  const query = (next?: SQL) => db.select(columns).from(notifications).where(and(own, next));
  return newestPages(query, id, (row) => row.id);
};

export const contactsOf = (db: Reader, userId: string) => {
  const { contacts } = db.tables;
  const { id, contactType, notes, difficulty, isResolved, contactedAt, createdAt } = contacts;
  const columns = { id, contactType, notes, difficulty, isResolved, contactedAt, createdAt };
  const own = eq(contacts.clientId, userId);
  const query = (next?: SQL) => db.select(columns).from(contacts).where(and(own, next));
  return newestPages(query, id, (row) => row.id);
};

export const actionsOf = (db: Reader, userId: string) => {
  const { auditLog } = db.tables;
  const { seq, id, action, entityType, entityId, changes, ipAddress: ip, userAgent, createdAt } = auditLog;
  const columns = { seq, id, action, entityType, entityId, changes, ip, userAgent, createdAt };
  const own = eq(auditLog.userId, userId);
  const query = (next?: SQL) => db.select(columns).from(auditLog).where(and(own, next));
  const rows = newestPages(query, seq, (row) => row.seq);
  return inWords(rows, ({ seq: _seq, ...row }) => row);
};

/** Audit rows by others about the user, without the others' addresses. */
export const accessesOf = (db: Reader, userId: string) =>
  inWords(
    pages(
      MAX_PAGE_SIZE,
      (last: { seq: number } | null) =>
        accessesTo(db, userId, { before: last?.seq ?? null, limit: MAX_PAGE_SIZE }),
      longPause,
    ),
    ({ id, userName, action, changes, createdAt }) => ({ id, byName: userName, action, changes, createdAt }),
  );
