import type { Prepared, Tx } from '#db/db';

export class InjectedFault extends Error {}

/** Makes the given statement (1 is the first) fail; `ran` counts the statements. */
export function failingAt(tx: Tx, statement: number): { tx: Tx; ran: () => number } {
  let ran = 0;
  const count = () => {
    ran += 1;
    if (ran === statement) throw new InjectedFault(`statement ${statement}`);
  };
  const failing = <Rows>(query: Prepared<Rows>): Prepared<Rows> => ({
    async execute(values) {
      count();
      return query.execute(values);
    },
  });
  const prepared: Tx['prepared'] = (key, build) => failing(tx.prepared(key, build));
  const insertRows: Tx['insertRows'] = async (...row) => {
    count();
    return tx.insertRows(...row);
  };
  const wrapped = new Proxy(tx, {
    get: (target, name) => {
      if (name === 'prepared') return prepared;
      if (name === 'insertRows') return insertRows;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { tx: wrapped, ran: () => ran };
}
