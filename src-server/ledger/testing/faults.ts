import type { Prepared, Tx } from '#db/db';

export class InjectedFault extends Error {}

/** Makes the given statement (1 is the first) fail; `ran` counts the statements. */
export function failingAt(tx: Tx, statement: number): { tx: Tx; ran: () => number } {
  let ran = 0;
  const failing = <Rows>(query: Prepared<Rows>): Prepared<Rows> => ({
    async execute(values) {
      ran += 1;
      if (ran === statement) throw new InjectedFault(`statement ${statement}`);
      return query.execute(values);
    },
  });
  const prepared: Tx['prepared'] = (key, build) => failing(tx.prepared(key, build));
  const wrapped = new Proxy(tx, {
    get: (target, name) => (name === 'prepared' ? prepared : Reflect.get(target, name)),
  });
  return { tx: wrapped, ran: () => ran };
}
