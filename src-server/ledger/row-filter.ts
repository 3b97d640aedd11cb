import { gte, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tables } from '#db/schema';
import type { Direction, StatementView } from '#domain/account/statement';
import type { Flow, MovementKind } from '#domain/ledger/flow';
import type { TransactionType } from '#domain/ledger/words';

/** Greater than any seq. */
export const AFTER_LAST_SEQ = 2_147_483_647;

/** Which entries of an account are listed, or summed; null: all. */
export type RowFilter = {
  type: TransactionType | null;
  kind: MovementKind | null;
  flow: Flow | null;
  transactionId: string | null;
  /** Signed cents, both included. */
  least: number;
  most: number;
  /** Leaves out the receiving side of own moves. */
  hidesOwnCredits: boolean;
  /** Leaves out reversals of entries after this seq. */
  hidesReversalsAfter: number;
};

export const EVERY_ROW: RowFilter = {
  type: null,
  kind: null,
  flow: null,
  transactionId: null,
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  hidesOwnCredits: false,
  hidesReversalsAfter: AFTER_LAST_SEQ,
};

type Asked = {
  type?: TransactionType | undefined;
  kind?: MovementKind | undefined;
  flow?: Flow | undefined;
  transactionId?: string | undefined;
  direction?: Direction | undefined;
  view?: StatementView | undefined;
  /** All accounts of a customer are listed together, so both sides of an own move would appear. */
  isEveryAccount?: boolean;
};

/** `after`: the seq before the period. A reversal is left out if its original is in the period. */
export function rowFilterOf(asked: Asked, after: number): RowFilter {
  const { type, kind, flow, transactionId, direction, view, isEveryAccount } = asked;
  const isMovements = view === 'movements';
  return {
    type: type ?? null,
    kind: kind ?? null,
    flow: flow ?? (isMovements && direction ? 'counted' : null),
    transactionId: transactionId ?? null,
    least: direction === 'in' ? 1 : Number.MIN_SAFE_INTEGER,
    most: direction === 'out' ? -1 : Number.MAX_SAFE_INTEGER,
    hidesOwnCredits: isMovements && isEveryAccount === true,
    hidesReversalsAfter: isMovements ? after : AFTER_LAST_SEQ,
  };
}

/** Conditions on entries joined with transactions, orders and incoming payments; `read` returns a filter value or its placeholder. */
export function filteredBy(
  tables: Tables,
  read: <Name extends keyof RowFilter>(name: Name) => RowFilter[Name] | Placeholder,
): SQL[] {
  const { entries, transactions } = tables;
  const text = (name: 'type' | 'kind' | 'flow' | 'transactionId') => sql`cast(${read(name)} as text)`;
  const is = (name: Parameters<typeof text>[0], value: unknown) =>
    sql`(${text(name)} is null or ${value} = ${text(name)})`;
  const hidesOwnCredits = sql`${sql.param(read('hidesOwnCredits'), entries.isNeutral)}`;
  return [
    gte(entries.amountCents, read('least')),
    lte(entries.amountCents, read('most')),
    is('type', transactions.type),
    is('kind', kindOf(tables)),
    is('flow', flowOf(tables)),
    is('transactionId', transactions.id),
    sql`(not ${hidesOwnCredits} or not (${isOwnMove(tables)} and ${entries.amountCents} > 0))`,
    sql`(${transactions.reversesId} is null or not exists (
      select 1 from entries as undone where undone.transaction_id = ${transactions.reversesId}
        and undone.account_id = ${entries.accountId}
        and undone.seq > cast(${read('hidesReversalsAfter')} as integer)))`,
  ];
}

/** Of a reversal, the transaction that it reversed; else the transaction itself. */
export const originalId = ({ id, reversesId }: Tables['transactions']): SQL =>
  sql`coalesce(${reversesId}, ${id})`;

const isOwnMove = ({ entries, transactions }: Tables): SQL =>
  sql`(${entries.isNeutral} and ${transactions.type} not in ('credit_disbursement', 'reversal'))`;

/** What reserved money for a payment that could be undone, or ended that. */
const isReservation = ({ entries, transactions }: Tables): SQL =>
  sql`(${entries.isNeutral} and exists (
    select 1 from waiting_payments as waiting where waiting.transaction_id = ${originalId(transactions)}))`;

/** The reversal of a payment through the provider has that payment's kind; other reversals count as transfers. */
export const kindOf = (tables: Tables): SQL<MovementKind> => {
  const { incomingPayments, paymentOrders, transactions } = tables;
  return sql<MovementKind>`case
    when ${paymentOrders.kind} = 'boleto' then 'boleto'
    when ${paymentOrders.kind} in ('pix', 'return') or ${incomingPayments.transactionId} is not null then 'pix'
    when ${transactions.type} in ('investment_application', 'investment_redemption', 'investment_yield')
      then 'investment'
    when ${transactions.type} in ('credit_disbursement', 'credit_payment', 'fee', 'interest') then 'credit'
    when ${isReservation(tables)} then 'reserved'
    when ${paymentOrders.kind} is not null or ${isOwnMove(tables)} then 'own'
    when ${transactions.type} in ('deposit', 'withdrawal') then 'adjustment'
    else 'transfer' end`;
};

export const isReversed = ({ transactions }: Tables): SQL =>
  sql`exists (select 1 from transactions as reversing where reversing.reverses_id = ${transactions.id})`;

/** Of an entry, in a query that joins its transaction. */
export const flowOf = (tables: Tables): SQL<Flow> => sql<Flow>`case
  when ${tables.transactions.type} = 'reversal' or ${isReversed(tables)} then 'undone'
  when ${tables.transactions.type} = 'credit_disbursement' then 'loan'
  when ${tables.entries.isNeutral} then 'own' else 'counted' end`;
