import { type Attack, literals } from './attack-scene.ts';

/** Changes of the payments of `recordScene` that no part of the bank makes. */
export const intentAttacks: Attack[] = [
  ...[
    ['maker', "user_id = 'bruno'"],
    ['account', "account_id = 'bruno-account'"],
    ['kind', "kind = 'transfer'"],
    ['payee', "target = 'mallory@example.com'"],
    ['payee', 'target = NULL'],
    ['amount', 'amount_cents = 1'],
    ['method', "method = 'passkey'"],
    ['session', "access_id = 'other'"],
    ['rules', "rules = '2'"],
  ].map(
    ([what, change]): Attack => [
      `the ${what} of a payment that is held changed (${change})`,
      () =>
        `UPDATE payment_intents SET ${change}, state = 'executing', transaction_id = 'back' WHERE id = 'held'`,
      'payment.fixed',
    ],
  ),
  [
    'a held payment made a day later',
    (engine) =>
      `UPDATE payment_intents SET execute_at = execute_at + ${engine === 'sqlite' ? '86400000' : "interval '1 day'"} WHERE id = 'held'`,
    'payment.fixed',
  ],
  [
    'a held payment made with the transaction of another one',
    () => "UPDATE payment_intents SET state = 'executing', transaction_id = 'sent' WHERE id = 'held'",
    'payment.fixed',
  ],
  [
    'a payment given a second transaction',
    (engine) =>
      `UPDATE payment_intents SET state = 'done', transaction_id = 'held', concluded_at = ${literals(engine).at} WHERE id = 'sent'`,
    'payment.fixed',
  ],
  [
    'a failed payment executed again',
    () => "UPDATE payment_intents SET state = 'executing', concluded_at = NULL WHERE id = 'fund'",
    'payment.fixed',
  ],
  [
    'a cancelled payment held again',
    () => "UPDATE payment_intents SET state = 'held', concluded_at = NULL WHERE id = 'undone'",
    'payment.fixed',
  ],
  [
    'a payment under way taken back to a draft',
    () => "UPDATE payment_intents SET state = 'draft' WHERE id = 'sent'",
    'payment.fixed',
  ],
  [
    'a payment done without its transaction',
    (engine) =>
      `UPDATE payment_intents SET state = 'done', concluded_at = ${literals(engine).at} WHERE id = 'held'`,
    /CHECK constraint failed|violates check constraint/,
  ],
  ['a payment deleted', () => "DELETE FROM payment_intents WHERE id = 'draft'", 'payment.fixed'],
  [
    'a new payment with the transaction of another one',
    (engine) =>
      `INSERT INTO payment_intents (id, user_id, account_id, kind, amount_cents, execute_at, state, transaction_id, created_at)
       VALUES ('new', 'ana', 'ana-account', 'transfer', 1, ${literals(engine).at}, 'executing', 'sent', ${literals(engine).at})`,
    'payment.fixed',
  ],
];
