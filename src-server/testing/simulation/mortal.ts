import type { Db } from '#db/db';
import { engineOf, keepEngine } from '#db/engine';

/** Where in a commit the process dies: just before it is made, or made and heard of by nobody. */
export type DeathPoint = 'before' | 'after';

/** A database as a process sees it that may die at any of its commits. */
export type Mortal = {
  db: Db;
  /** Lets the process die at one of the next commits, counted from 1; 0: at none of them. */
  dieAt(commit: number, point: DeathPoint): void;
  /** Settles when it has died: whatever it was doing then never goes on. */
  died: Promise<void>;
};

/**
 * Sees `db` through a process of its own. After its death nothing that waits for a commit of it ever comes back, as with a
 * process that was killed; the database itself stays, for the next process.
 */
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
  const transaction: Db['transaction'] = async (work) => {
    if (isDead) return never();
    left -= 1;
    const isLast = left === 0;
    if (isLast && point === 'before') return end();
    const result = await db.transaction(work);
    if (isLast) return end();
    return isDead ? never() : result;
  };
  const seen = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
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
