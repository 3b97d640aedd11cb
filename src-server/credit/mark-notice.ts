import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { daysLate, markFrom } from '#domain/credit/late';
import { among } from '#server/kernel/any-of';
import { dedupeKeyOf } from '#server/outbox/queue-message';
import type { InstalmentRow, OperationAnswer, ProposalRow } from './shapes.ts';

export type MarkNotice = Pick<OperationAnswer, 'noticeAt' | 'markFrom'>;

type Credit = Pick<ProposalRow, 'id' | 'userId'>;
type Part = Pick<InstalmentRow, 'id' | 'proposalId' | 'dueOn' | 'paidOn'>;

export const NO_NOTICE: MarkNotice = { noticeAt: null, markFrom: null };

/** What the letter about the oldest overdue instalment of each credit announced; credits in time are left out. */
export async function markNotices(
  db: Reader,
  credits: readonly Credit[],
  parts: readonly Part[],
  today: string,
): Promise<Map<string, MarkNotice>> {
  const oldest = new Map<string, Part>();
  for (const part of parts.filter(({ paidOn, dueOn }) => paidOn === null && daysLate(dueOn, today) > 0)) {
    const known = oldest.get(part.proposalId);
    if (!known || part.dueOn < known.dueOn) oldest.set(part.proposalId, part);
  }
  const late = credits.flatMap(({ id, userId }) => {
    const part = oldest.get(id);
    return part ? [{ id, dueOn: part.dueOn, key: dedupeKeyOf('instalment_overdue', part.id, userId) }] : [];
  });
  if (late.length === 0) return new Map();
  const { notifications } = db.tables;
  const keys = late.map(({ key }) => key);
  const sent = await db
    .select(columnsOf(notifications, 'dedupeKey', 'createdAt'))
    .from(notifications)
    .where(among(db, notifications.dedupeKey, keys));
  const sentAt = new Map(sent.map(({ dedupeKey, createdAt }) => [dedupeKey, createdAt.toISOString()]));
  return new Map(
    late.map(({ id, dueOn, key }) => [id, { noticeAt: sentAt.get(key) ?? null, markFrom: markFrom(dueOn) }]),
  );
}
