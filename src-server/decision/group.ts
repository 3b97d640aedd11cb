import type { Tx } from '#db/db';
import type { Outcome } from '#db/job-line';
import { type AppliedEntry, applyPostings, type OpenAccount } from '#domain/ledger/apply-posting';
import { movedCents } from '#domain/ledger/posting';
import { askedFor } from '#server/audit/money-write';
import { appendRows, lockHead, type Recorded } from '#server/audit/record';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import {
  type ActorKey,
  type KeptAnswer,
  keptAnswers,
  nameOf,
  repeatedAnswer,
} from '#server/ledger/kept-answers';
import { type Asked, hashOf } from '#server/ledger/once';
import { accountNumberCandidates, type NewAccount, openAccounts } from '#server/ledger/open-account';
import type { PostedBy } from '#server/ledger/post';
import { type Letter, queueTogether } from '#server/outbox/queue-together';
import { readAccounts } from './account-facts.ts';
import {
  type Decided,
  type Decision,
  type DecisionContext,
  type Fact,
  type GroupWrite,
  LOCKS,
  type Source,
  type Written,
} from './decision.ts';

/**
 * Decides with the others that wait, in one transaction. Once per caller and idempotency key. `asked`: what was requested, if
 * `input` is what was found out for it.
 */
export function decideTogether<
  Input extends object,
  Facts extends object,
  Answer,
  Ctx extends DecisionContext,
>(
  ctx: Ctx & Pick<Bank, 'db'>,
  decision: Decision<Input, Facts, Answer, Ctx>,
  input: Input,
  asked: Asked = askedFor(decision.operation, input),
): Promise<Answer> {
  const item = { ctx, decision, input, asked } as unknown as Item;
  return ctx.db.grouped(commitGroup, item) as Promise<Answer>;
}

export type Item = {
  ctx: DecisionContext;
  decision: Decision<object, Record<string, unknown>, unknown, DecisionContext>;
  input: object;
  asked: Asked;
};

/** An item with its request's identity and what it asks to know. */
type Request = Item & {
  by: PostedBy;
  actorKey: ActorKey | null;
  requestHash: string;
  facts: Record<string, Fact<unknown> | readonly Fact<unknown>[]>;
};

/** Exported for tests: the work of `decideTogether`. */
export async function commitGroup(tx: Tx, items: readonly Item[]): Promise<Outcome<unknown>[]> {
  const requests = items.map(requestOf);
  const keys = requests.flatMap(({ actorKey }) => (actorKey ? [actorKey] : []));
  const [kept, known] = await Promise.all([keptAnswers(tx, keys), readFacts(tx, requests)]);
  const group = new Group(tx, known, kept);
  const outcomes = requests.map((request): Outcome<unknown> => {
    try {
      return { ok: true, value: group.decide(request) };
    } catch (error) {
      return { ok: false, error };
    }
  });
  await group.write();
  return outcomes;
}

function requestOf(item: Item): Request {
  const { ctx, decision, input, asked } = item;
  const { key, request } = asked;
  const by: PostedBy = { createdAt: ctx.clock.now(), actorId: ctx.user?.id ?? null, idempotencyKey: key };
  return {
    ...item,
    by,
    actorKey: key === undefined || !ctx.user ? null : { actorId: ctx.user.id, key },
    requestHash: key === undefined ? '' : hashOf(request),
    facts: decision.facts(ctx, input, by),
  };
}

type Known = Map<Source<unknown>, Map<string, unknown>>;

async function readFacts(tx: Tx, requests: readonly Request[]): Promise<Known> {
  const keysOf = new Map<Source<unknown>, Set<string>>([[readAccounts, new Set()]]);
  const ask = ({ source, key }: Fact<unknown>) => {
    const keys = keysOf.get(source);
    if (keys) keys.add(key);
    else keysOf.set(source, new Set([key]));
  };
  for (const { facts } of requests)
    for (const asked of Object.values(facts))
      if ('source' in asked) ask(asked);
      else asked.forEach(ask);
  const inOrder = [...keysOf].sort(([one], [other]) => placeOf(one) - placeOf(other));
  const read = inOrder.map(async ([source, keys]) => [source, new Map(await source(tx, [...keys]))] as const);
  return new Map(await Promise.all(read));
}

/** Statements are sent in the order of the calls. */
const placeOf = ({ locks }: Source<unknown>): number => (locks ? LOCKS.indexOf(locks) : LOCKS.length);

class Group {
  readonly #tx: Tx;
  readonly #known: Known;
  readonly #kept: Map<string, KeptAnswer>;
  readonly #accounts: Map<string, OpenAccount>;
  readonly #rows: { entries: AppliedEntry[]; transactions: TransactionRow[]; idempotency: KeyRow[] } = {
    entries: [],
    transactions: [],
    idempotency: [],
  };
  readonly #opened: NewAccount[] = [];
  readonly #writes: Written[] = [];
  readonly #letters: Letter[] = [];
  readonly #recorded: Recorded[] = [];

  constructor(tx: Tx, known: Known, kept: Map<string, KeptAnswer>) {
    this.#tx = tx;
    this.#known = known;
    this.#kept = kept;
    const accounts = [...(known.get(readAccounts)?.values() ?? [])] as OpenAccount[];
    this.#accounts = new Map(accounts.map((account) => [account.id, account]));
  }

  /** The answer, also of a repeated request. A refusal leaves nothing to write. */
  decide(request: Request): unknown {
    const kept = request.actorKey && this.#kept.get(nameOf(request.actorKey));
    if (kept) return repeatedAnswer(kept, request.requestHash);
    const { decision, ctx, input, by, facts } = request;
    const known = ({ source, key }: Fact<unknown>) => this.#known.get(source)?.get(key) ?? null;
    const values: Record<string, unknown> = {};
    for (const name in facts) {
      const asked = facts[name] ?? [];
      values[name] = 'source' in asked ? known(asked) : asked.map(known);
    }
    const transactionId = newId();
    const decided = decision.decide(values, { ctx, input, by, transactionId });
    const answer = JSON.stringify(decided.answer ?? null);
    const { posting, postings = [], opens = [] } = decided;
    for (const account of opens) this.#accounts.set(account.id, account);
    this.#post([...(posting ? [{ ...posting, transactionId }] : []), ...postings], by);
    for (const { fact, value } of decided.changes ?? []) this.#known.get(fact.source)?.set(fact.key, value);
    this.#opened.push(...opens.map((account) => ({ ...account, candidates: accountNumberCandidates() })));
    this.#writes.push(...(decided.writes ?? []));
    this.#letters.push(...(decided.letters ?? []));
    this.#recorded.push(...[decided.audit].flat().map((event) => ({ ctx, event })));
    if (request.actorKey) this.#keep({ ...request.actorKey, requestHash: request.requestHash, answer }, by);
    return JSON.parse(answer);
  }

  /** The audit head last: on PostgreSQL all writers wait for it. */
  async write(): Promise<void> {
    if (this.#recorded.length === 0) return;
    const tx = this.#tx;
    const { entries, transactions, idempotency } = tx.tables;
    await openAccounts(tx, this.#opened);
    const [sendLetters] = await Promise.all([
      queueTogether(tx, this.#letters),
      tx.insertRows(entries, this.#rows.entries),
      tx.insertRows(transactions, this.#rows.transactions),
      tx.insertRows(idempotency, this.#rows.idempotency),
      ...this.#writeEach(),
    ]);
    const [, head] = await Promise.all([sendLetters(), lockHead(tx)]);
    await appendRows(tx, head, this.#recorded);
  }

  #post(postings: NonNullable<Decided<unknown>['postings']>, by: PostedBy): void {
    const entries = applyPostings(
      this.#accounts,
      postings.map((posting) => ({ ...posting, createdAt: by.createdAt })),
    );
    this.#rows.entries.push(...entries);
    for (const { type, description, reversesId = null, transactionId, entries } of postings)
      this.#rows.transactions.push({
        id: transactionId,
        type,
        amountCents: movedCents(entries),
        description,
        actorId: by.actorId,
        idempotencyKey: by.idempotencyKey ?? null,
        reversesId,
        createdAt: by.createdAt,
      });
  }

  #keep(answer: KeptAnswer, { createdAt }: PostedBy): void {
    this.#kept.set(nameOf(answer), answer);
    this.#rows.idempotency.push({ ...answer, createdAt });
  }

  #writeEach(): Promise<void>[] {
    const rowsOf = new Map<GroupWrite<never>, unknown[]>();
    for (const { write, row } of this.#writes) {
      const rows = rowsOf.get(write);
      if (rows) rows.push(row);
      else rowsOf.set(write, [row]);
    }
    return [...rowsOf].map(([write, rows]) => write(this.#tx, rows as never[]));
  }
}

type TransactionRow = Tx['tables']['transactions']['$inferSelect'];
type KeyRow = Tx['tables']['idempotency']['$inferSelect'];
