import { eq, getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import type { Tables } from '#db/schema';
import type { PageInput } from '#domain/page';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';
import { newestFirst, page, pageSchema } from '#server/kernel/keyset';

const checkSchema = z.object({
  name: z.string(),
  ok: z.boolean().nullable(),
  count: z.int().nullable(),
  isPartial: z.boolean().optional(),
});
const differenceSchema = z.object({ check: z.string(), about: z.string(), text: z.string() });
const reportSchema = z.object({
  checks: z.array(checkSchema),
  differences: z.array(differenceSchema),
  /** Missing in older reports. */
  repairs: z.array(differenceSchema.omit({ check: true })).default([]),
});

const summarySchema = z.object({
  id: z.string(),
  ok: z.boolean(),
  isVerified: z.boolean(),
  differenceCount: z.int(),
  byName: z.string().nullable(),
  durationMs: z.int(),
  createdAt: z.iso.datetime(),
});

/** At most 200 differences of each check, and 200 repairs. */
export const reconciliationSchema = summarySchema.extend(reportSchema.shape);
export type Reconciliation = z.output<typeof reconciliationSchema>;

export const reconciliationPageSchema = pageSchema({ reconciliations: z.array(summarySchema) });
export type ReconciliationPage = z.output<typeof reconciliationPageSchema>;

type Row = Tables['reconciliations']['$inferSelect'];

export function toReconciliation(row: Row, byName: string | null): Reconciliation {
  const report = reportSchema.parse(row.report);
  return {
    id: row.id,
    ok: row.isOk,
    isVerified: report.checks.every(({ ok, isPartial }) => ok !== null && !isPartial),
    differenceCount: row.differenceCount,
    byName,
    durationMs: row.durationMs,
    createdAt: row.createdAt.toISOString(),
    ...report,
  };
}

export async function listReconciliations(
  { db }: SignedInContext,
  input: PageInput,
): Promise<ReconciliationPage> {
  const { reconciliations: runs, users } = db.tables;
  const { rows, nextCursor } = await page(
    (after) =>
      db
        .select({ ...getTableColumns(runs), byName: users.fullName })
        .from(runs)
        .leftJoin(users, eq(users.id, runs.actorId))
        .where(after),
    newestFirst(runs),
    input,
  );
  const summaries = rows.map(({ byName, ...row }) => summarySchema.parse(toReconciliation(row, byName)));
  return { reconciliations: summaries, nextCursor };
}

export async function getReconciliation(
  { db }: SignedInContext,
  { id }: { id: string },
): Promise<Reconciliation> {
  const { reconciliations: runs, users } = db.tables;
  const [found] = await db
    .select({ row: runs, byName: users.fullName })
    .from(runs)
    .leftJoin(users, eq(users.id, runs.actorId))
    .where(eq(runs.id, id));
  if (!found) refuse('NOT_FOUND');
  return toReconciliation(found.row, found.byName);
}
