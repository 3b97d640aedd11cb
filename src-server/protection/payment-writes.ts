import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Counted } from '#domain/protection/judge';
import { NO_USES, type Uses } from '#domain/protection/limits';
import type { PaymentKind } from '#domain/protection/words';
import { becomes, type Change, type GroupWrite } from '#server/decision/decision';
import { among } from '#server/kernel/any-of';
import { type KnownPayee, payeeOf, usesIn } from './standing-facts.ts';

/** Where `limit_uses` has the sum of a kind. */
export const USE_COLUMNS: Record<PaymentKind, { key: keyof UseRow & `${string}Cents`; name: string }> = {
  pix_person: { key: 'pixPersonCents', name: 'pix_person_cents' },
  pix_company: { key: 'pixCompanyCents', name: 'pix_company_cents' },
  transfer: { key: 'transferCents', name: 'transfer_cents' },
  boleto: { key: 'boletoCents', name: 'boleto_cents' },
};

type UseRow = Tx['tables']['limitUses']['$inferSelect'];

/** Adds, so that amounts given back meanwhile are not lost. */
const ADD = `on conflict (user_id, period) do update set ${[
  'payments',
  ...Object.values(USE_COLUMNS).map(({ name }) => name),
]
  .map((name) => `${name} = limit_uses.${name} + excluded.${name}`)
  .join(', ')}`;

const NO_USE = { pixPersonCents: 0, pixCompanyCents: 0, transferCents: 0, boletoCents: 0, payments: 0 };

/** One row for each customer and period, in one order, so that two processes lock them alike. */
export const addUses: GroupWrite<Counted & { userId: string }> = async (tx, uses) => {
  const rows = new Map<string, UseRow>();
  for (const { userId, period, endsOn, kind, cents } of uses) {
    const name = `${userId} ${period}`;
    const row = rows.get(name) ?? { userId, period, endsOn, ...NO_USE };
    row[USE_COLUMNS[kind].key] += cents;
    row.payments += 1;
    rows.set(name, row);
  }
  const inOrder = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  await tx.insertRows(tx.tables.limitUses, inOrder, { conflict: ADD });
};

/** The sums of the periods after these amounts, for the decisions that follow in the group. */
export const usesAfter = (
  userId: string,
  counted: readonly Counted[],
  before: ReadonlyMap<string, Uses>,
): Change[] =>
  counted.map(({ period, kind, cents }) => {
    const uses = before.get(period) ?? NO_USES;
    return becomes(usesIn(userId, period), {
      ...uses,
      [kind]: uses[kind] + cents,
      payments: uses.payments + 1,
    });
  });

/** What was paid without a confirmation to a payee that is known for small sums only. */
type Unasked = { payee: KnownPayee; cents: number };

/** Adds, so that two payments of one group are both counted. */
export const addUnasked: GroupWrite<Unasked> = async (tx, paid) => {
  const { recipients } = tx.tables;
  for (const { payee, cents } of paid)
    await tx
      .update(recipients)
      .set({ unaskedCents: sql`${recipients.unaskedCents} + ${cents}` })
      .where(eq(recipients.id, payee.id));
};

/** The payee after it, for the decisions that follow in the group. */
export const unaskedAfter = ({ payee, cents }: Unasked): Change =>
  becomes(payeeOf(payee.userId, payee.kind, payee.target), {
    ...payee,
    unaskedCents: payee.unaskedCents + cents,
  });

/** Used in the payment's commit; the lock of its customer's account orders two payments with one confirmation. */
export const useConfirmation: GroupWrite<{ id: string; usedAt: Date }> = async (tx, used) => {
  const { confirmations } = tx.tables;
  const [first] = used;
  if (!first) return;
  const ids = used.map(({ id }) => id);
  await tx
    .update(confirmations)
    .set({ usedAt: first.usedAt })
    .where(among(tx, confirmations.id, ids));
};
