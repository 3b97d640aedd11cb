import type { Tx } from '#db/db';
import type { AuditEvent } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import type { PostedBy, Posting } from '#server/ledger/post';
import type { Letter } from '#server/outbox/queue-together';

/** Reads the values of all keys that a group asks for; a key without a value is left out. */
export type Source<Value> = (tx: Tx, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/** What a decision needs to know; null in `decide` if there is no such value. */
export type Fact<Value> = { source: Source<Value>; key: string };

/** What a decision changes a fact to, for the ones after it in the group. */
export type Change = { fact: Fact<unknown>; value: unknown };

export const becomes = <Value>(fact: Fact<Value>, value: Value): Change => ({ fact, value });

/** Writes the rows of all decisions of a group; one function for each kind of row. */
export type GroupWrite<Row> = (tx: Tx, rows: readonly Row[]) => Promise<void>;
export type Written = { write: GroupWrite<never>; row: unknown };

export const written = <Row>(write: GroupWrite<Row>, row: Row): Written => ({ write, row });

/** `transactionId`: for the posting, if there is one. */
export type Asking<Input> = { ctx: SignedInContext; input: Input; by: PostedBy; transactionId: string };

export type Decided<Answer> = {
  answer: Answer;
  posting?: Omit<Posting, keyof PostedBy>;
  writes?: readonly Written[];
  /** Facts that its writes make untrue. The accounts of its posting change by themselves. */
  changes?: readonly Change[];
  letters?: readonly Letter[];
  audit: AuditEvent;
};

/**
 * A use case that moves money, as data and a function without a database. Up to 64 of them are decided in one transaction:
 * the facts of all are read at once, `decide` refuses or answers in the order of arrival, all rows are written together.
 * `decide` sees accounts and facts as the decisions before it left them.
 */
export type Decision<Input, Facts extends object, Answer> = {
  /** With the input it identifies the request that an idempotency key belongs to. */
  operation: string;
  facts(ctx: SignedInContext, input: Input): { [Name in keyof Facts]: Fact<NonNullable<Facts[Name]>> };
  decide(facts: Facts, asking: Asking<Input>): Decided<Answer>;
};
