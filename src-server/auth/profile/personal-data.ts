import { and, desc, eq, lt } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { shownTarget } from '#domain/account/recipient';
import { deviceInWords } from '#domain/auth/device-words';
import { toDecimal } from '#domain/money';
import { maskDocument } from '#domain/tax-id';
import { balancesOf, entriesPage } from '#server/ledger/statement';
import { accessesTo } from './access-history.ts';
import { breathe, inWords, PAGE_ROWS, pagesBefore } from './pages.ts';

export async function* accountsOf(db: Reader, userId: string) {
  const { accounts } = db.tables;
  const rows = await db
    .select({
      id: accounts.id,
      accountNumber: accounts.accountNumber,
      accountType: accounts.accountType,
      isActive: accounts.isActive,
      createdAt: accounts.createdAt,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.id);
  const balances = await balancesOf(
    db,
    rows.map(({ id }) => id),
  );
  yield rows.map((row) => ({ ...row, balance: toDecimal(balances.get(row.id) ?? 0) }));
}

const accountIdsOf = async (db: Reader, userId: string): Promise<string[]> => {
  const { accounts } = db.tables;
  const rows = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId));
  return rows.map(({ id }) => id);
};

export async function* entriesOf(db: Reader, userId: string) {
  const accountIds = await accountIdsOf(db, userId);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof entriesPage>> = await entriesPage(db, {
      accountIds,
      limit: PAGE_ROWS,
      cursor,
    });
    yield page.entries.map(({ amountCents, balanceAfterCents, ...entry }) => ({
      ...entry,
      amount: toDecimal(amountCents),
      balanceAfter: toDecimal(balanceAfterCents),
    }));
    cursor = page.nextCursor;
    await breathe();
  } while (cursor !== null);
}

/** Without the documents' bytes. */
export async function* documentsOf(db: Reader, userId: string) {
  const { documents, entries } = db.tables;
  for (const accountId of await accountIdsOf(db, userId)) {
    const read = (before: { seq: number } | null) =>
      db
        .select({
          seq: entries.seq,
          code: documents.code,
          kind: documents.kind,
          title: documents.title,
          transactionId: documents.transactionId,
          issuedAt: documents.issuedAt,
          sha256: documents.sha256,
        })
        .from(entries)
        .innerJoin(documents, eq(documents.transactionId, entries.transactionId))
        .where(
          and(eq(entries.accountId, accountId), before === null ? undefined : lt(entries.seq, before.seq)),
        )
        .orderBy(desc(entries.seq))
        .limit(PAGE_ROWS);
    yield* inWords(pagesBefore(read), ({ seq: _seq, ...document }) => document);
  }
}

export async function* recipientsOf(db: Reader, userId: string) {
  const { recipients } = db.tables;
  const rows = await db
    .select()
    .from(recipients)
    .where(eq(recipients.userId, userId))
    .orderBy(desc(recipients.lastUsedAt), desc(recipients.id));
  yield rows.map(({ userId: _user, ...row }) => ({
    ...row,
    target: shownTarget(row),
    document: row.document && maskDocument(row.document),
  }));
}

export async function* termsOf(db: Reader, userId: string) {
  const { termsAcceptances } = db.tables;
  yield await db
    .select({
      version: termsAcceptances.version,
      ip: termsAcceptances.ip,
      acceptedAt: termsAcceptances.acceptedAt,
    })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, userId))
    .orderBy(desc(termsAcceptances.id));
}

export const consentsOf = (db: Reader, userId: string) => {
  const { consents } = db.tables;
  return pagesBefore((before: { id: string } | null) =>
    db
      .select({
        id: consents.id,
        kind: consents.kind,
        isGranted: consents.isGranted,
        ip: consents.ip,
        decidedAt: consents.decidedAt,
      })
      .from(consents)
      .where(and(eq(consents.userId, userId), before === null ? undefined : lt(consents.id, before.id)))
      .orderBy(desc(consents.id))
      .limit(PAGE_ROWS),
  );
};

export async function* sessionsOf(db: Reader, userId: string) {
  const { sessions } = db.tables;
  const rows = await db
    .select({
      id: sessions.publicId,
      ip: sessions.ip,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt));
  yield rows.map((row) => ({ ...row, device: deviceInWords(row.userAgent) }));
}

export async function* tokensOf(db: Reader, userId: string) {
  const { accessTokens } = db.tables;
  yield await db
    .select({
      id: accessTokens.id,
      name: accessTokens.name,
      mayMoveMoney: accessTokens.mayMoveMoney,
      createdAt: accessTokens.createdAt,
      expiresAt: accessTokens.expiresAt,
      lastUsedAt: accessTokens.lastUsedAt,
      revokedAt: accessTokens.revokedAt,
    })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.id));
}

export async function* emailChangesOf(db: Reader, userId: string) {
  const { emailChanges } = db.tables;
  yield await db
    .select({
      email: emailChanges.email,
      createdAt: emailChanges.createdAt,
      expiresAt: emailChanges.expiresAt,
      usedAt: emailChanges.usedAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .orderBy(desc(emailChanges.createdAt));
}

export async function* emailUndosOf(db: Reader, userId: string) {
  const { emailUndos } = db.tables;
  yield await db
    .select({
      formerEmail: emailUndos.formerEmail,
      email: emailUndos.email,
      createdAt: emailUndos.createdAt,
      expiresAt: emailUndos.expiresAt,
      usedAt: emailUndos.usedAt,
    })
    .from(emailUndos)
    .where(eq(emailUndos.userId, userId))
    .orderBy(desc(emailUndos.createdAt));
}

export async function* twoFactorUndosOf(db: Reader, userId: string) {
  const { twoFactorUndos } = db.tables;
  yield await db
    .select({
      createdAt: twoFactorUndos.createdAt,
      expiresAt: twoFactorUndos.expiresAt,
      usedAt: twoFactorUndos.usedAt,
    })
    .from(twoFactorUndos)
    .where(eq(twoFactorUndos.userId, userId))
    .orderBy(desc(twoFactorUndos.createdAt));
}

export const notificationsOf = (db: Reader, userId: string) => {
  const { notifications } = db.tables;
  return pagesBefore((before: { id: string } | null) =>
    db
      .select({
        id: notifications.id,
        kind: notifications.kind,
        title: notifications.title,
        text: notifications.text,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .where(
        and(eq(notifications.userId, userId), before === null ? undefined : lt(notifications.id, before.id)),
      )
      .orderBy(desc(notifications.id))
      .limit(PAGE_ROWS),
  );
};

export const contactsOf = (db: Reader, userId: string) => {
  const { contacts } = db.tables;
  return pagesBefore((before: { id: string } | null) =>
    db
      .select({
        id: contacts.id,
        contactType: contacts.contactType,
        notes: contacts.notes,
        difficulty: contacts.difficulty,
        isResolved: contacts.isResolved,
        contactedAt: contacts.contactedAt,
        createdAt: contacts.createdAt,
      })
      .from(contacts)
      .where(and(eq(contacts.clientId, userId), before === null ? undefined : lt(contacts.id, before.id)))
      .orderBy(desc(contacts.id))
      .limit(PAGE_ROWS),
  );
};

export const actionsOf = (db: Reader, userId: string) => {
  const { auditLog } = db.tables;
  const read = (before: { seq: number } | null) =>
    db
      .select({
        seq: auditLog.seq,
        id: auditLog.id,
        action: auditLog.action,
        entityType: auditLog.entityType,
        entityId: auditLog.entityId,
        changes: auditLog.changes,
        ip: auditLog.ipAddress,
        userAgent: auditLog.userAgent,
        createdAt: auditLog.createdAt,
      })
      .from(auditLog)
      .where(and(eq(auditLog.userId, userId), before === null ? undefined : lt(auditLog.seq, before.seq)))
      .orderBy(desc(auditLog.seq))
      .limit(PAGE_ROWS);
  return inWords(pagesBefore(read), ({ seq: _seq, ...row }) => row);
};

/** Audit rows by others about the user, without the others' addresses. */
export const accessesOf = (db: Reader, userId: string) =>
  inWords(
    pagesBefore((before: { seq: number } | null) =>
      accessesTo(db, userId, { before: before?.seq ?? null, limit: PAGE_ROWS }),
    ),
    ({ id, userName, action, changes, createdAt }) => ({ id, byName: userName, action, changes, createdAt }),
  );
