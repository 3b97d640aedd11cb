import { eq } from 'drizzle-orm';
import type { RecipientKind } from '#domain/account/recipient';
import type { Uses } from '#domain/protection/limits';
import type { Actor } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import type { TestBank } from '#server/testing/test-bank';

/** The rules for money hold for this customer in a bank with MONEY_RULES=none. */
export async function turnRulesOn({ db, clock }: TestBank, { id: userId }: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(tx.tables.protections).values({ userId, rulesSince: clock.now() });
  });
}

/** As if the customer had paid them before. */
export async function knowPayee(
  { db, clock }: TestBank,
  { id: userId }: Actor,
  payee: { kind: RecipientKind; target: string; name?: string; document?: string; trustedCents?: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(tx.tables.recipients).values({ id: newId(), userId, lastUsedAt: clock.now(), ...payee });
  });
}

/** Cents that a customer has paid, by kind. */
export type PaidCents = Omit<Uses, 'payments'>;

/** What a customer has paid, by the name of the period and in its order. */
export async function usesOf({ db }: TestBank, { id }: Actor): Promise<Record<string, PaidCents>> {
  const { limitUses } = db.tables;
  const rows = await db.select().from(limitUses).where(eq(limitUses.userId, id)).orderBy(limitUses.period);
  return Object.fromEntries(
    rows.map((row) => [
      row.period,
      {
        pix_person: row.pixPersonCents,
        pix_company: row.pixCompanyCents,
        transfer: row.transferCents,
        boleto: row.boletoCents,
      },
    ]),
  );
}
