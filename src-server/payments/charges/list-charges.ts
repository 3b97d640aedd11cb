import { and, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { chargeCsvHead, chargeCsvRows } from '#domain/charge/csv';
import type { ChargeFilters, ChargeListInput } from '#domain/charge/input';
import type { AttemptKind } from '#domain/limits';
import { nameOfCaller } from '#server/access/caller-line';
import { countReading } from '#server/auth/count-entries';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { encoded, type FileAnswer } from '#server/kernel/file-answer';
import { idsOf } from '#server/kernel/id';
import { eachInTurn, turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { byCents, page, pageSchema, sorted } from '#server/kernel/keyset';
import { anyContains } from '#server/kernel/search';
import { backWithPayer } from './back-with-payer.ts';
import { listedChargeSchema, type Paid, toListed } from './charge-answer.ts';
import { type ChargeRow, termsOfRow } from './charge-row.ts';
import { countCharges, newestCharges } from './own-charges.ts';

export const chargePageSchema = pageSchema({
  charges: z.array(listedChargeSchema),
  totals: z.object({ count: z.int() }),
});

/** The caller's charges. A search of them reads all. Refuses TOO_MANY_ATTEMPTS (filtered pages). */
export async function listCharges(
  ctx: SignedInContext,
  input: ChargeListInput,
): Promise<z.output<typeof chargePageSchema>> {
  const { q, status, kind } = input;
  if (q !== undefined || status || kind) await countOwn(ctx, 'statementSearch');
  return turnOfReader(ctx)(() => turnOfNetwork(ctx)(() => readPage(ctx, input)));
}

const countOwn = (ctx: SignedInContext, kind: AttemptKind): Promise<void> =>
  countReading(ctx, kind, nameOfCaller(ctx), () => countCharges(ctx.db, ctx.user.id));

async function readPage(
  ctx: SignedInContext,
  input: ChargeListInput,
): Promise<z.output<typeof chargePageSchema>> {
  const { charges } = ctx.db.tables;
  const filter = filterOf(ctx, input);
  const { rows, nextCursor } = await page(
    (after) => ctx.db.select().from(charges).where(and(filter, after)),
    sorted<ChargeRow>(
      charges,
      { amount: byCents(charges.amountCents, (row) => row.amountCents) },
      input.sort,
    ),
    input,
  );
  const paid = await firstPayments(ctx.db, idsOf(rows));
  return {
    charges: rows.map((row) => toListed(ctx, row, paid.get(row.id) ?? null)),
    nextCursor,
    totals: { count: await ctx.db.$count(charges, filter) },
  };
}

/** The caller's charges as CSV, newest first. Refuses TOO_MANY_ATTEMPTS. */
export async function exportCharges(ctx: SignedInContext, filters: ChargeFilters): Promise<FileAnswer> {
  await countOwn(ctx, 'export');
  return {
    bytes: encoded(eachInTurn(ctx, csvOf(ctx, filters))),
    fileName: `cobrancas-${ctx.clock.today()}.csv`,
    contentType: 'text/csv; charset=utf-8',
  };
}

async function* csvOf(ctx: SignedInContext, filters: ChargeFilters) {
  yield chargeCsvHead();
  for await (const rows of newestCharges(ctx.db, ctx.user.id, filterOf(ctx, filters))) {
    const paid = await firstPayments(ctx.db, idsOf(rows));
    yield chargeCsvRows(
      rows.map((row) => {
        const first = paid.get(row.id) ?? null;
        const { status, url } = toListed(ctx, row, first);
        return { ...row, terms: termsOfRow(row), status, url, paid: first };
      }),
    );
  }
}

/** A charge is over at its end, whether or not the bank has got to it. */
function filterOf({ db, user, clock }: SignedInContext, { q, status, kind }: ChargeFilters): SQL | undefined {
  const { charges } = db.tables;
  const now = clock.now();
  const isStatus = status && eq(charges.status, status);
  const isUnended = and(inArray(charges.status, ['open', 'making']), lte(charges.endsAt, now));
  return and(
    eq(charges.userId, user.id),
    status === 'expired' ? or(isStatus, isUnended) : isStatus,
    status === 'open' || status === 'making' ? gt(charges.endsAt, now) : undefined,
    kind && eq(charges.kind, kind),
    q === undefined ? undefined : anyContains(db, [charges.description], q),
  );
}

/** By charge. Others are not read: a code may be paid any number of times. */
async function firstPayments(on: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Paid>> {
  const { charges, chargePayments: payments } = on.tables;
  if (ids.length === 0) return new Map();
  const first = sql`(
    select ${payments.providerId} from ${payments} where ${payments.chargeId} = ${charges.id}
    order by ${payments.createdAt}, ${payments.providerId} desc limit 1
  )`;
  const rows = await on
    .select(
      columnsOf(payments, 'chargeId', 'providerId', 'transactionId', 'amountCents', 'payerName', 'createdAt'),
    )
    .from(charges)
    .innerJoin(payments, eq(payments.providerId, first))
    .where(among(on, charges.id, ids));
  const back = await backWithPayer(on, rows);
  return new Map(
    rows.map(({ chargeId, providerId, transactionId: _in, ...paid }) => [
      chargeId,
      { ...paid, returnedCents: back.get(providerId) ?? 0 },
    ]),
  );
}
