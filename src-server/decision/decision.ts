import type { Tx } from '#db/db';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import type { AuditContext, AuditEvent } from '#server/audit/record';
import type { Bank, DecidingContext } from '#server/kernel/context';
import type { NewAccount } from '#server/ledger/open-account';
import type { PostedBy, Posting } from '#server/ledger/post';
import type { Letter } from '#server/outbox/queue-together';

/** Which rows a source locks. Sources are read in this order, as transactions lock in it; those without a lock last. */
export const LOCKS = ['users', 'credits', 'accounts'] as const;

/** Reads the values of all keys that a group asks for; a key without a value is left out. */
export type Source<Value> = {
  (tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  locks?: (typeof LOCKS)[number];
};

export const locking = <Value>(locks: (typeof LOCKS)[number], source: Source<Value>): Source<Value> =>
  Object.assign(source, { locks });

/** What a decision needs to know; null in `decide` if there is no such value. */
export type Fact<Value> = { source: Source<Value>; key: string };

/** The fact of a value, or the facts of a list of values. */
type AskedFor<Value> = [Value] extends [readonly (infer One)[]]
  ? readonly Fact<NonNullable<One>>[]
  : Fact<NonNullable<Value>>;

export type FactsOf<Facts extends object> = { [Name in keyof Facts]: AskedFor<Facts[Name]> };

/** What a decision changes a fact to, for the ones after it in the group. */
export type Change = { fact: Fact<unknown>; value: unknown };

export const becomes = <Value>(fact: Fact<Value>, value: Value): Change => ({ fact, value });

/** Writes the rows of all decisions of a group; one function for each kind of row. */
export type GroupWrite<Row> = (tx: Tx, rows: readonly Row[]) => Promise<void>;
export type Written = { write: GroupWrite<never>; row: unknown };

export const written = <Row>(write: GroupWrite<Row>, row: Row): Written => ({ write, row });

/** The daily run's context; it has no user. */
export type SystemContext = Pick<Bank, 'clock' | 'env' | 'keys'> & AuditContext & { user: null };
export type DecisionContext = DecidingContext | SystemContext;

/** `transactionId`: for the posting, if there is one. */
export type Asking<Input, Ctx = DecidingContext> = {
  ctx: Ctx;
  input: Input;
  by: PostedBy;
  transactionId: string;
};

export type DecidedPosting = Omit<Posting, keyof PostedBy>;

/** An account that a decision opens. */
export type NewlyOpen = OpenAccount & Omit<NewAccount, 'candidates'>;

export type Decided<Answer> = {
  answer: Answer;
  posting?: DecidedPosting;
  /** Further postings, each with an id; all are applied or none. */
  postings?: readonly (DecidedPosting & { transactionId: string })[];
  /** Accounts that its postings may reach. A number is drawn for each when it is written. */
  opens?: readonly NewlyOpen[];
  writes?: readonly Written[];
  /** Facts that its writes make untrue. The accounts of its posting change by themselves. */
  changes?: readonly Change[];
  letters?: readonly Letter[];
  audit: AuditEvent | readonly AuditEvent[];
};

/**
 * A use case that moves money, as data and a function without a database. Up to 64 of them are decided in one transaction:
 * the facts of all are read at once, `decide` refuses or answers in the order of arrival, all rows are written together.
 * `decide` sees accounts and facts as the decisions before it left them.
 */
export type Decision<Input, Facts extends object, Answer, Ctx extends DecisionContext = DecidingContext> = {
  /** With the input it identifies the request that an idempotency key belongs to. */
  operation: string;
  /** `by`: when it is decided, and the request's idempotency key. */
  facts(ctx: Ctx, input: Input, by: PostedBy): FactsOf<Facts>;
  decide(facts: Facts, asking: Asking<Input, Ctx>): Decided<Answer>;
};
