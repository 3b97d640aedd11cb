import { randomBytes } from 'node:crypto';
import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import { type Charged, type ChargeTerms, NO_TERMS } from '#domain/charge/terms';
import { RATE_MODES } from '#domain/charge/words';

export type ChargeRow = Tables['charges']['$inferSelect'];

/** 128 bits. */
export const newPublicId = (): string => randomBytes(16).toString('base64url');

const rate = { mode: z.enum(RATE_MODES), value: z.string() };
const termsSchema = z
  .object({
    fine: z.object(rate).nullable(),
    interest: z.string().nullable(),
    discount: z.object({ ...rate, daysBefore: z.int() }).nullable(),
  })
  .catch(NO_TERMS);

export const termsOfRow = ({ terms }: Pick<ChargeRow, 'terms'>): ChargeTerms => termsSchema.parse(terms);

export const chargedOf = (
  row: Pick<ChargeRow, 'amountCents' | 'dueOn' | 'validDays' | 'terms'>,
): Charged => ({
  amountCents: row.amountCents,
  dueOn: row.dueOn,
  validDays: row.validDays,
  terms: termsOfRow(row),
});

/** Null: no such charge of this customer. */
export async function findCharge(on: Reader, userId: string, id: string): Promise<ChargeRow | null> {
  const { charges } = on.tables;
  const [row] = await on
    .select()
    .from(charges)
    .where(and(eq(charges.id, id), eq(charges.userId, userId)));
  return row ?? null;
}

export async function lockCharge(tx: Tx, id: string): Promise<ChargeRow | null> {
  const { charges } = tx.tables;
  const [row] = await forUpdate(tx.select().from(charges).where(eq(charges.id, id)));
  return row ?? null;
}

export async function writeCharge(
  tx: Tx,
  { id }: Pick<ChargeRow, 'id'>,
  change: Partial<ChargeRow>,
): Promise<void> {
  const { charges } = tx.tables;
  await tx.update(charges).set(change).where(eq(charges.id, id));
}

/** The row as it was claimed; none if another process has changed it since. */
export function isSame(on: Reader, { id, status, attempts, sentAt }: ChargeRow): SQL | undefined {
  const { charges } = on.tables;
  return and(
    eq(charges.id, id),
    eq(charges.status, status),
    eq(charges.attempts, attempts),
    sentAt ? eq(charges.sentAt, sentAt) : isNull(charges.sentAt),
  );
}

/**
 * The charge that a payment is for: its own at the provider, the one whose reference it has, or (one that arrives after that) whose txid it has.
 * Null: somebody pays what nobody charged.
 */
export async function chargeBehind(
  on: Reader,
  userId: string,
  payment: { id: string; externalReference: string | null; txid: string | null },
): Promise<string | null> {
  const { charges } = on.tables;
  const { id, externalReference, txid } = payment;
  const found = await on
    .select({ id: charges.id, userId: charges.userId })
    .from(charges)
    .where(
      or(
        eq(charges.providerId, id),
        externalReference === null ? undefined : eq(charges.id, externalReference),
        txid === null ? undefined : eq(charges.txid, txid),
      ),
    );
  // Not in the query: it would read all charges of the customer instead of the three indexes.
  return found.find((one) => one.userId === userId)?.id ?? null;
}
