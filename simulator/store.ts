import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Kind, Records } from './records.ts';

/** Lookup columns beside the id. */
export type Handles = {
  accountId?: string | null;
  /** PIX key, document or bar code; callers check that it is unique where it must be. */
  name?: string | null;
  reference?: string | null;
  day?: string | null;
};

export type ListFilter = {
  accountId?: string;
  reference?: string;
  name?: string;
  since?: string;
  until?: string;
  status?: string;
  pixQrCodeId?: string;
  paidSince?: string;
};

export type Job = { seq: number; kind: string; id: string };

export type WaitingEvent = { seq: number; id: string; body: string; attempts: number; dueMs: number };

/** Wait for a previous process to end. */
const BUSY_TIMEOUT_MS = 2000;

const SCHEMA = `
  create table if not exists meta (name text primary key, value text not null) strict;
  create table if not exists records (
    seq integer primary key, kind text not null, id text not null, account_id text, name text, reference text, day text,
    body text not null, unique (kind, id)
  ) strict;
  create index if not exists records_name on records (kind, name);
  create index if not exists records_reference on records (kind, reference);
  create index if not exists records_account on records (kind, account_id, day);
  create table if not exists jobs (seq integer primary key, kind text not null, id text not null, due_ms real not null) strict;
  create index if not exists jobs_due on jobs (due_ms);
  create table if not exists events (
    seq integer primary key, id text not null, webhook_id text not null, body text not null,
    attempts integer not null default 0, due_ms real not null default 0, delivered integer not null default 0
  ) strict;
  create index if not exists events_waiting on events (webhook_id, seq) where delivered = 0;
`;

/** `+` keeps SQLite off the account's index: name and reference are more selective. */
const CONDITIONS: Record<keyof ListFilter, string> = {
  accountId: 'account_id = @accountId',
  reference: 'reference = @reference',
  name: 'name = @name',
  since: 'day >= @since',
  until: 'day <= @until',
  status: `json_extract(body, '$.status') = @status`,
  pixQrCodeId: `json_extract(body, '$.pixQrCodeId') = @pixQrCodeId`,
  paidSince: `json_extract(body, '$.paidOn') >= @paidSince`,
};

function found(filter: ListFilter): string {
  const given = (Object.keys(CONDITIONS) as (keyof ListFilter)[]).filter(
    (name) => filter[name] !== undefined,
  );
  const isNarrow = filter.name !== undefined || filter.reference !== undefined;
  const conditions = given.map((name) =>
    name === 'accountId' && isNarrow ? `+${CONDITIONS.accountId}` : CONDITIONS[name],
  );
  return `from records where ${['kind = @kind', ...conditions].join(' and ')}`;
}

/**
 * Synchronous and owned by one process, so read-then-write is safe. Ids follow from the seed. Opening throws SQLITE_BUSY
 * while another process has the file open.
 */
export class Store {
  readonly #db: Database.Database;
  readonly #seed: string;
  readonly #prepared = new Map<string, Database.Statement<unknown[], unknown>>();

  constructor(file: string, seed?: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    // Exclusive: no other process does the same work.
    this.#db.pragma('locking_mode = exclusive');
    this.#db.pragma('journal_mode = wal');
    this.#db.pragma('synchronous = normal');
    this.#db.exec(SCHEMA);
    const first = this.#db.prepare(`insert into meta values (?, ?) on conflict do nothing`);
    first.run('seed', seed ?? randomUUID());
    first.run('counter', '0');
    this.#seed = String(this.#one(`select value from meta where name = 'seed'`, [], 'value'));
  }

  close(): void {
    this.#db.close();
  }

  /** Atomic; can be nested. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work)();
  }

  /** In UUID format. */
  newId(): string {
    return this.newToken().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  }

  newToken(): string {
    const counter = this.#one(
      `update meta set value = value + 1 where name = 'counter' returning value`,
      [],
      'value',
    );
    return this.derived(`counter ${counter}`);
  }

  /** 64 hexadecimal digits derived from seed and name. */
  derived(name: string): string {
    return createHash('sha256').update(`${this.#seed}\n${name}`).digest('hex');
  }

  insert<K extends Kind>(kind: K, id: string, record: Records[K], handles: Handles = {}): void {
    const { accountId = null, name = null, reference = null, day = null } = handles;
    this.#statement(
      `insert into records (kind, id, account_id, name, reference, day, body) values (?, ?, ?, ?, ?, ?, ?)`,
    ).run(kind, id, accountId, name, reference, day, JSON.stringify(record));
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | null {
    const body = this.#one(`select body from records where kind = ? and id = ?`, [kind, id], 'body');
    return body === undefined ? null : JSON.parse(String(body));
  }

  /** Updates fields and returns the record. Throws if missing. */
  update<K extends Kind>(kind: K, id: string, change: Partial<Records[K]>): Records[K] {
    const before = this.get(kind, id);
    if (!before) throw new Error(`${kind} ${id} not found`);
    const after = { ...before, ...change };
    this.#statement(`update records set body = ? where kind = ? and id = ?`).run(
      JSON.stringify(after),
      kind,
      id,
    );
    return after;
  }

  remove(kind: Kind, id: string): void {
    this.#statement(`delete from records where kind = ? and id = ?`).run(kind, id);
  }

  list<K extends Kind>(
    kind: K,
    filter: ListFilter = {},
    { offset = 0, limit = -1 }: { offset?: number; limit?: number } = {},
  ): Records[K][] {
    const rows = this.#statement(
      `select body ${found(filter)} order by seq desc limit @limit offset @offset`,
    ).all({
      kind,
      ...filter,
      limit,
      offset,
    });
    return rows.map((row) => JSON.parse((row as { body: string }).body));
  }

  count(kind: Kind, filter: ListFilter = {}): number {
    return Number(this.#one(`select count(*) as count ${found(filter)}`, [{ kind, ...filter }], 'count'));
  }

  addJob(kind: string, id: string, dueMs: number): void {
    this.#statement(`insert into jobs (kind, id, due_ms) values (?, ?, ?)`).run(kind, id, dueMs);
  }

  /** Removes and returns the next due job. */
  takeJob(nowMs: number): Job | undefined {
    return this.#statement(
      `delete from jobs where seq = (select seq from jobs where due_ms <= ? order by due_ms, seq limit 1)
       returning seq, kind, id`,
    ).get(nowMs) as Job | undefined;
  }

  addEvent({ id, webhookId, body }: { id: string; webhookId: string; body: string }): void {
    this.#statement(`insert into events (id, webhook_id, body) values (?, ?, ?)`).run(id, webhookId, body);
  }

  /** Undelivered events due by `untilMs`, oldest first. */
  waitingEvents(webhookId: string, limit: number, untilMs = Number.MAX_VALUE): WaitingEvent[] {
    return this.#statement(
      `select seq, id, body, attempts, due_ms as dueMs from events
       where webhook_id = ? and delivered = 0 and due_ms <= ? order by seq limit ?`,
    ).all(webhookId, untilMs, limit) as WaitingEvent[];
  }

  hasWaitingEvents(): boolean {
    const waiting = this.waitingWebhooks().map((id) => this.get('webhook', id));
    return waiting.some((webhook) => webhook?.enabled && !webhook.interrupted);
  }

  /** Delivered or not. */
  countEvents(): number {
    return Number(this.#one(`select count(distinct id) as count from events`, [], 'count'));
  }

  waitingWebhooks(): string[] {
    return this.#statement(`select distinct webhook_id as id from events where delivered = 0`)
      .all()
      .map((row) => (row as { id: string }).id);
  }

  hasWork(): boolean {
    const text = `select exists (select 1 from jobs) or exists (select 1 from events where delivered = 0) as found`;
    return this.#one(text, [], 'found') === 1;
  }

  hurryEvents(): void {
    this.#statement(`update events set due_ms = 0 where delivered = 0`).run();
  }

  dropEvents(webhookId: string): void {
    this.#statement(`delete from events where webhook_id = ? and delivered = 0`).run(webhookId);
  }

  markDelivered(seq: number): void {
    this.#statement(`update events set delivered = 1 where seq = ?`).run(seq);
  }

  postpone(seq: number, dueMs: number): void {
    this.#statement(`update events set attempts = attempts + 1, due_ms = ? where seq = ?`).run(dueMs, seq);
  }

  #statement(text: string): Database.Statement<unknown[], unknown> {
    const known = this.#prepared.get(text);
    if (known) return known;
    const made = this.#db.prepare<unknown[], unknown>(text);
    this.#prepared.set(text, made);
    return made;
  }

  #one(text: string, values: unknown[], column: string): unknown {
    const row = this.#statement(text).get(...values) as Record<string, unknown> | undefined;
    return row?.[column];
  }
}
