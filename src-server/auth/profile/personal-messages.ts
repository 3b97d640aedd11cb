import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { type AddressChange, type AddressPeriod, addressPeriods } from '#domain/auth/address-periods';
import { MAX_PAGE_SIZE } from '#domain/page';
import { longPause, pages } from '#server/work/pages';
import type { Pages } from './pages.ts';

/** Without the text, which may have held a code or link. */
type SentMessage = {
  kind: string;
  recipient: string;
  subject: string;
  createdAt: Date;
  sentAt: Date | null;
};

type Row = SentMessage & { id: string };

/** E-mail sent to each address while it was the user's, newest first. */
export async function* messagesOf(db: Reader, userId: string): Pages<SentMessage> {
  for (const period of (await periodsOf(db, userId)).toReversed()) {
    const read = (before: Row | null) => messagesIn(db, period, before);
    for await (const rows of pages(MAX_PAGE_SIZE, read, longPause))
      yield rows.map(({ id: _id, ...message }) => message);
  }
}

/** The user's addresses over time, from the audit log. */
async function periodsOf(db: Reader, userId: string): Promise<AddressPeriod[]> {
  const { users, auditLog } = db.tables;
  const [user] = await db
    .select({ email: users.email, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return [];
  const rows = await db
    .select({ changes: auditLog.changes, createdAt: auditLog.createdAt })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entityId, userId),
        // As in the index: bound values would keep it from being used.
        sql`entity_type = 'user' and action in ('update_user', 'correct_email')`,
      ),
    )
    .orderBy(asc(auditLog.seq));
  return addressPeriods(
    user,
    rows.flatMap(({ changes, createdAt }) => changeOfAddress(changes, createdAt)),
  );
}

function changeOfAddress(changes: string | null, at: Date): AddressChange[] {
  const { email } = JSON.parse(changes ?? '{}') as { email?: { from: string; to: string } };
  return email ? [{ ...email, at }] : [];
}

function messagesIn(db: Reader, { email, from, to }: AddressPeriod, before: Row | null): Promise<Row[]> {
  const { outbox } = db.tables;
  const at = before && sql.param(before.createdAt, outbox.createdAt);
  return db
    .select(columnsOf(outbox, 'id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt'))
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, email),
        gte(outbox.createdAt, from),
        to ? lte(outbox.createdAt, to) : undefined,
        before ? sql`(${outbox.createdAt}, ${outbox.id}) < (${at}, ${before.id})` : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(MAX_PAGE_SIZE);
}
