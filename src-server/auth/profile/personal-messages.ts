import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import {
  type AddressChange,
  type AddressPeriod,
  addressPeriods,
  isWithin,
} from '#domain/auth/address-periods';
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

type Envelope = { id: string; recipient: string; createdAt: Date };

/** E-mail sent to each address while it was the user's, newest first. Scans the outbox. */
export async function* messagesOf(db: Reader, userId: string): Pages<SentMessage> {
  const periods = await periodsOf(db, userId);
  const earliest = periods[0]?.from;
  if (!earliest) return;
  const read = (before: Envelope | null) => envelopesSince(db, earliest, before);
  for await (const envelopes of pages(MAX_PAGE_SIZE, read, longPause)) {
    const ids = envelopes.filter((envelope) => isWithin(periods, envelope)).map(({ id }) => id);
    if (ids.length > 0) yield await messagesById(db, ids);
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
        sql`entity_type in ('user', 'account')`,
        eq(auditLog.action, 'update_user'),
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

function envelopesSince(db: Reader, earliest: Date, before: Envelope | null): Promise<Envelope[]> {
  const { outbox } = db.tables;
  const at = before && sql.param(before.createdAt, outbox.createdAt);
  return db
    .select({ id: outbox.id, recipient: outbox.recipient, createdAt: outbox.createdAt })
    .from(outbox)
    .where(
      and(
        gte(outbox.createdAt, earliest),
        before ? sql`(${outbox.createdAt}, ${outbox.id}) < (${at}, ${before.id})` : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(MAX_PAGE_SIZE);
}

async function messagesById(db: Reader, ids: readonly string[]): Promise<SentMessage[]> {
  const { outbox } = db.tables;
  return db
    .select({
      kind: outbox.kind,
      recipient: outbox.recipient,
      subject: outbox.subject,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(inArray(outbox.id, [...ids]))
    .orderBy(desc(outbox.createdAt), desc(outbox.id));
}
