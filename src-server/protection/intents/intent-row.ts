import { and, eq, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { IntentState } from '#domain/protection/intent';
import {
  type Asking,
  type Decided,
  type DecidedPosting,
  type Fact,
  type GroupWrite,
  written,
} from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';

/** A payment that leaves a customer's account. Its order, reservation, limits and signature hang on it. */
export type IntentRow = Tx['tables']['paymentIntents']['$inferSelect'];

/** What is paid to whom, and what showed that it is its owner's will. */
export type IntentAsked = Pick<
  IntentRow,
  'kind' | 'target' | 'method' | 'accessId' | 'confirmationId' | 'ownPeriod' | 'rules' | 'signals'
>;

/** Where no rules hold. */
export const UNRULED = {
  method: null,
  accessId: null,
  confirmationId: null,
  ownPeriod: null,
  rules: null,
  signals: null,
} satisfies Omit<IntentAsked, 'kind' | 'target'>;

/** How far a payment is with its first commit. `executeAt`: when one that is held is made. */
export type Stage = { state: IntentState & ('executing' | 'done') } | { state: 'held'; executeAt: Date };

/** `id`: of the transaction that pays it, or that reserves its money. */
export const newIntent = (
  paid: Pick<IntentRow, 'id' | 'userId' | 'accountId' | 'amountCents' | 'createdAt'>,
  asked: IntentAsked,
  stage: Stage,
): IntentRow => ({
  id: paid.id,
  userId: paid.userId,
  accountId: paid.accountId,
  amountCents: paid.amountCents,
  createdAt: paid.createdAt,
  kind: asked.kind,
  target: asked.target,
  method: asked.method,
  accessId: asked.accessId,
  confirmationId: asked.confirmationId,
  ownPeriod: asked.ownPeriod,
  rules: asked.rules,
  signals: asked.signals,
  state: stage.state,
  executeAt: stage.state === 'held' ? stage.executeAt : paid.createdAt,
  transactionId: stage.state === 'held' ? null : paid.id,
  concludedAt: stage.state === 'done' ? paid.createdAt : null,
});

/** A decided payment with its row, which comes first: others refer to it. */
export function withIntent<Payment extends Decided<unknown> & { posting: DecidedPosting }>(
  { ctx, by, transactionId: id }: Asking<unknown>,
  decided: Payment,
  asked: IntentAsked,
  stage: Stage,
): Payment {
  const source = decided.posting.entries.find((entry) => entry.amountCents < 0);
  if (!source) throw new Error(`payment ${id}: no account that pays it`);
  const paid = {
    id,
    userId: ctx.user.id,
    accountId: source.accountId,
    amountCents: -source.amountCents,
    createdAt: by.createdAt,
  };
  const row = newIntent(paid, asked, stage);
  return { ...decided, writes: [written(insertIntents, row), ...(decided.writes ?? [])] };
}

export const insertIntents: GroupWrite<IntentRow> = async (tx, rows) => {
  await tx.insertRows(tx.tables.paymentIntents, rows);
};

export const intentWith = (id: string): Fact<IntentRow> => ({ source: readIntents, key: id });

async function readIntents(on: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, IntentRow>> {
  const rows = await on
    .prepared('protection.intents', (reader, { paymentIntents }) =>
      reader
        .select()
        .from(paymentIntents)
        .where(anyOf(reader, paymentIntents.id, 'ids')),
    )
    .execute({ ids: idList(on, ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The payment of this transaction, or of this reservation; null for any other transaction. */
export async function intentOf(on: Reader, transactionId: string): Promise<IntentRow | null> {
  const own = (await readIntents(on, [transactionId])).get(transactionId);
  if (own) return own;
  const { paymentIntents: intents } = on.tables;
  const [released] = await on
    .select()
    .from(intents)
    // As the index has it.
    .where(and(eq(intents.transactionId, transactionId), sql`transaction_id <> id`));
  return released ?? null;
}
