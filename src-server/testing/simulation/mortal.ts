import type { Db } from '#db/db';
import { engineOf, keepEngine } from '#db/engine';

/** Dies before the commit, or after it without an answer. */
export type DeathPoint = 'before' | 'after';

/** The database of a process that may die at any commit. */
export type Mortal = {
  db: Db;
  /** Dies at one of the next commits, counted from 1; 0: never. */
  dieAt(commit: number, point: DeathPoint): void;
  /** Settles at its death; its work never continues. */
  died: Promise<void>;
};

/** Wraps `db` as a process of its own. After its death no commit answers; the database stays for the next process. */
export function mortal(db: Db): Mortal {
  let left = 0;
  let point: DeathPoint = 'before';
  let isDead = false;
  let tellDeath = () => {};
  const died = new Promise<void>((resolve) => {
    tellDeath = resolve;
  });
  const end = () => {
    isDead = true;
    tellDeath();
    return never();
  };
  const commit = async <Value>(write: () => Promise<Value>): Promise<Value> => {
    if (isDead) return never();
    left -= 1;
    const isLast = left === 0;
    if (isLast && point === 'before') return end();
    const result = await write();
    if (isLast) return end();
    return isDead ? never() : result;
  };
  const transaction: Db['transaction'] = (work) => commit(() => db.transaction(work));
  const grouped: Db['grouped'] = (work, item) => commit(() => db.grouped(work, item));
  const seen = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      if (name === 'grouped') return grouped;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db: keepEngine(seen, engineOf(db)),
    dieAt: (commit, at) => {
      left = commit;
      point = at;
    },
    died,
  };
}

const never = (): Promise<never> => new Promise(() => {});
