import { and, eq, isNull, min } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { OperationListInput } from '#domain/credit/input';
import { byCents, byText, cut, readCursor, sorted } from '#server/kernel/keyset';
import type { Watched } from './watched.ts';

type Place = { by: number | string; id: string };

/** After every due date. */
const NEVER_DUE = '9999-12-31';

/** Ascending `dueDate`: by the oldest open instalment, from the latest payer to those who owe nothing. */
const PLACED_BY = {
  createdAt: ({ createdAt }: Watched) => createdAt.getTime(),
  amount: ({ amountCents }: Watched) => amountCents,
  dueDate: ({ oldestDueOn }: Watched) => oldestDueOn ?? NEVER_DUE,
};
type Field = keyof typeof PLACED_BY;

/**
 * A page of operations in memory, of rows that come in any order: no index has them by due date, and their totals read
 * all of them anyway. Refuses VALIDATION (cursor).
 */
export async function operationOrder(
  db: Reader,
  { sort = '-createdAt', cursor, limit }: Pick<OperationListInput, 'sort' | 'cursor' | 'limit'>,
) {
  const { creditProposals: proposals } = db.tables;
  // A cursor by due date names the credit, whose date may have changed.
  const order = sorted<Watched>(
    proposals,
    {
      amount: byCents(proposals.amountCents, ({ amountCents }) => amountCents),
      dueDate: byText(proposals.id, ({ id }) => id),
    },
    sort,
  );
  const field = sort.replace(/^-/, '') as Field;
  const placeOf = (one: Watched): Place => ({ by: PLACED_BY[field](one), id: one.id });
  const [before, after] = order.isDescending ? [1, -1] : [-1, 1];
  const compare = (one: Place, other: Place) => {
    if (one.by !== other.by) return one.by < other.by ? before : after;
    return one.id === other.id ? 0 : one.id < other.id ? before : after;
  };
  const last = cursor === undefined ? null : await lastPlace(db, field, readCursor(order.key, cursor));
  return {
    /** The first of these, with one beyond the page. */
    firstOf: (some: readonly Watched[]): Watched[] =>
      some
        .map((one) => ({ one, place: placeOf(one) }))
        .filter(({ place }) => last === null || compare(place, last) > 0)
        .toSorted((one, other) => compare(one.place, other.place))
        .slice(0, limit + 1)
        .map(({ one }) => one),
    pageOf: (first: readonly Watched[]) => cut(first, order, limit),
  };
}

async function lastPlace(
  db: Reader,
  field: Field,
  { value, id }: ReturnType<typeof readCursor>,
): Promise<Place> {
  if (value instanceof Date) return { by: value.getTime(), id };
  return { by: field === 'amount' ? Number(value) : await dueDateOf(db, value), id };
}

async function dueDateOf(db: Reader, proposalId: string): Promise<string> {
  const { instalments } = db.tables;
  const [open] = await db
    .select({ dueOn: min(instalments.dueOn) })
    .from(instalments)
    .where(and(eq(instalments.proposalId, proposalId), isNull(instalments.paidOn)));
  return open?.dueOn ?? NEVER_DUE;
}
