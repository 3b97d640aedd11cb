import type { Db } from '#db/db';

/** The database whose transactions and decisions fail, by the number of their call. */
export function failing(db: Db, isOver: (nth: number) => boolean): Db {
  let begun = 0;
  const unlessOver = <Value>(run: () => Promise<Value>): Promise<Value> => {
    begun += 1;
    return isOver(begun) ? Promise.reject(new Error('the power failed')) : run();
  };
  const transaction: Db['transaction'] = (work) => unlessOver(() => db.transaction(work));
  const grouped: Db['grouped'] = (work, item) => unlessOver(() => db.grouped(work, item));
  const get = (target: Db, name: string) => {
    if (name === 'transaction') return transaction;
    if (name === 'grouped') return grouped;
    const value = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(db, { get }) as Db;
}
