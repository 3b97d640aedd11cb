import { type Attack, type Engine, legsAtOnce, literals } from './attack-scene.ts';
import { next } from './next-entries.ts';

/** Ana sends 4 000 twice in one statement; `change` makes one of her entries wrong. */
const twice = (engine: Engine, change: object): string => {
  const first = next.ana(-4_000);
  const second = { ...first, seq: first.seq + 1, balance: first.balance - 4_000, ...change };
  const there = next.bruno(4_000);
  const again = {
    ...there,
    seq: there.seq + 1,
    balance: there.balance + 4_000,
    credits: there.credits + 4_000,
  };
  const one = [first, there].map((entry) => ({ ...entry, transaction: 't' }));
  const other = [second, again].map((entry) => ({ ...entry, transaction: 'u' }));
  return legsAtOnce(engine, [...one, ...other]);
};

/** INSERTs the rows of both transactions in one statement. */
const sealsAtOnce = (engine: Engine, amounts: readonly [number, number]): string =>
  `INSERT INTO transactions (id, type, amount_cents, description, created_at) VALUES
   ('t', 'transfer', ${amounts[0]}, 'raw', ${literals(engine).at}), ('u', 'transfer', ${amounts[1]}, 'raw', ${literals(engine).at});`;

/** One valid row and one that is not, in one statement; refused by both engines. */
export const attacksAtOnce: Attack[] = [
  ['a second entry with a gap', (engine) => twice(engine, { seq: 6 }), 'ledger.chain'],
  ['a second entry that ignores the first', (engine) => twice(engine, { balance: 6_000 }), 'ledger.chain'],
  [
    'a second entry below the floor',
    (engine) => twice(engine, { amount: -6_001, balance: -1 }),
    'ledger.floor',
  ],
  [
    'a second seal with another amount',
    (engine) => `${twice(engine, {})} ${sealsAtOnce(engine, [4_000, 4_001])}`,
    'ledger.amount',
  ],
  [
    'a second seal of an unbalanced transaction',
    (engine) => `${twice(engine, { amount: -3_999, balance: 2_001 })} ${sealsAtOnce(engine, [4_000, 4_000])}`,
    'ledger.unbalanced',
  ],
];
