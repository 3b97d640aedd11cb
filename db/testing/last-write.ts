import { AsyncLocalStorage } from 'node:async_hooks';
import Database from 'better-sqlite3';
import pg from 'pg';
import { Scope } from '#db/scope';

/** Whether the running transaction has read the audit head. */
const transaction = new AsyncLocalStorage<{ holdsHead: boolean }>();

const faults: Error[] = [];

const UNDER_THE_HEAD = ['audit_log', 'audit_head'];

const HEAD_READ = /^\s*select\b.*\bfrom "audit_head"/is;
const WRITTEN = /^\s*(?:with\b.*?\b)?(?:insert(?: or \w+)? into|update|delete from) ["`]?(\w+)/is;
const LOCKED = /\bfrom ["`]?(\w+).*\bfor (?:no key )?(?:update|share)\b/is;

function watch(text: string): void {
  const own = transaction.getStore();
  if (!own) return;
  if (HEAD_READ.test(text)) own.holdsHead = true;
  const table = (WRITTEN.exec(text) ?? LOCKED.exec(text))?.[1];
  if (!own.holdsHead || !table || UNDER_THE_HEAD.includes(table)) return;
  faults.push(
    new Error(
      `"${table}" is written or locked after the audit head in the same transaction: on PostgreSQL that can deadlock, ` +
        'and all writers wait. Call `record`, which waits for the end, instead of `lockHead`.\n' +
        text.slice(0, 200),
    ),
  );
}

/** Sees every statement of the transactions of this process, on both engines. */
function observe(): void {
  const run = Scope.prototype.run;
  Scope.prototype.run = function <T>(this: Scope, work: () => Promise<T>): Promise<T> {
    return run.call(this, () => transaction.run({ holdsHead: false }, work)) as Promise<T>;
  };

  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    watch(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''));
    return query.apply(this, given);
  } as typeof pg.Client.prototype.query;

  const memory = new Database(':memory:');
  const statement = Object.getPrototypeOf(memory.prepare('select 1'));
  memory.close();
  for (const name of ['run', 'get', 'all']) {
    const execute = statement[name];
    statement[name] = function (this: Database.Statement, ...values: unknown[]) {
      watch(this.source);
      return execute.apply(this, values);
    };
  }
}

observe();

/** Throws if a transaction since the last call wrote or locked another row after it held the audit head. */
export function assertHeadWasLast(): void {
  const [first] = faults.splice(0);
  if (first) throw first;
}
