import type { Attack, Engine } from './attack-scene.ts';
import { literals } from './attack-scene.ts';
import type { Raw } from './raw.ts';

/** After the records: a charge in each state, and the incoming payment of the paid one. */
export async function chargeScene(engine: Engine, raw: Raw): Promise<void> {
  const { at } = literals(engine);
  const charge = (id: string, user: string, status: string, concludedAt: string) =>
    `${charged(engine, id, user)} UPDATE charges SET status = '${status}', concluded_at = ${concludedAt} WHERE id = '${id}';`;
  await raw.run(`BEGIN;
    ${charge('asked', 'ana', 'open', 'NULL')} ${charge('over', 'ana', 'cancelled', at)}
    ${charge('refused', 'ana', 'failed', at)} ${charge('got', 'ana', 'open', 'NULL')} ${charge('of-bruno', 'bruno', 'open', 'NULL')}
    INSERT INTO charge_payments (provider_id, charge_id, transaction_id, amount_cents, created_at)
    VALUES ('pay', 'got', 'fund', 10000, ${at});
    UPDATE charges SET status = 'paid', concluded_at = ${at} WHERE id = 'got';
    COMMIT;`);
}

const charged = (engine: Engine, id: string, user: string, status = 'making') =>
  `INSERT INTO charges (id, public_id, user_id, kind, status, amount_cents, description, ends_at, valid_days, terms, provider_id, payload, attempts, created_at, concluded_at)
   VALUES ('${id}', 'public-${id}', '${user}', 'immediate', '${status}', 100, 'd', ${literals(engine).at}, 0, '{}', 'at-${id}', 'p', 1, ${literals(engine).at}, ${status === 'paid' ? literals(engine).at : 'NULL'});`;

const paidBy = (engine: Engine, provider: string, charge: string, cents = 10_000, transaction = 'fund') =>
  `INSERT INTO charge_payments (provider_id, charge_id, transaction_id, amount_cents, created_at)
   VALUES ('${provider}', '${charge}', '${transaction}', ${cents}, ${literals(engine).at})`;

const update = (set: string, id: string) => () => `UPDATE charges SET ${set} WHERE id = '${id}'`;
const ended = (status: string, id: string) => (engine: Engine) =>
  `UPDATE charges SET status = '${status}', concluded_at = ${literals(engine).at} WHERE id = '${id}'`;

export const chargeAttacks: Attack[] = [
  ['what is charged raised', update('amount_cents = 200', 'asked'), 'charge.fixed'],
  ['a charge’s terms changed', update(`terms = '{"fine":1}'`, 'asked'), 'charge.fixed'],
  ['a charge’s page moved', update(`public_id = 'x'`, 'asked'), 'charge.fixed'],
  ['a charge given to somebody else', update(`user_id = 'bruno'`, 'asked'), 'charge.fixed'],
  ['a charge’s code changed', update(`payload = 'x'`, 'asked'), 'charge.fixed'],
  ['a charge given another provider id', update(`provider_id = 'x'`, 'asked'), 'charge.fixed'],
  ['a charge marked as paid without a payment', ended('paid', 'asked'), 'charge.fixed'],
  ['a paid charge cancelled', ended('cancelled', 'got'), 'charge.fixed'],
  ['a cancelled charge opened again', update(`status = 'open', concluded_at = NULL`, 'over'), 'charge.fixed'],
  ['a refused charge expired', ended('expired', 'refused'), 'charge.fixed'],
  ['a charge deleted', () => `DELETE FROM charges WHERE id = 'over'`, 'charge.fixed'],
  ['the payment of a charge changed', () => 'UPDATE charge_payments SET amount_cents = 1', 'charge.fixed'],
  ['the payment of a charge deleted', () => 'DELETE FROM charge_payments', 'charge.fixed'],
  ['a charge that begins as paid', (engine) => charged(engine, 'new', 'ana', 'paid'), 'charge.fixed'],
  [
    'a payment given to somebody else’s charge',
    (engine) => paidBy(engine, 'kept', 'of-bruno'),
    'charge.payment',
  ],
  [
    'a charge paid by a payment that was not booked',
    (engine) => paidBy(engine, 'nothing', 'asked'),
    'charge.payment',
  ],
  [
    'a charge paid with more than was booked',
    (engine) => paidBy(engine, 'kept', 'asked', 10_001),
    'charge.payment',
  ],
  [
    'a charge paid by another transaction than that which booked it',
    (engine) => paidBy(engine, 'kept', 'asked', 10_000, 'sent'),
    'charge.payment',
  ],
];
