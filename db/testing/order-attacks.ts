import { type Attack, type Engine, literals } from './attack-scene.ts';

/** Hangs on the payment 'draft', of ana, PIX to a person, R$ 25.00, without a transaction; `change` replaces one of that. */
const placed = (engine: Engine, change: Partial<Record<'intent' | 'user' | 'kind' | 'cents', string>>) => {
  const { intent = 'draft', user = 'ana', kind = 'pix', cents = '2500' } = change;
  return `INSERT INTO payment_orders (transaction_id, intent_id, user_id, kind, status, amount_cents, attempts, created_at)
    VALUES ('back', '${intent}', '${user}', '${kind}', 'reserved', ${cents}, 0, ${literals(engine).at})`;
};

/** Orders on payments of `recordScene` that are not theirs, and changes of covered payments, that no part of the bank makes. */
export const orderAttacks: Attack[] = [
  ...(
    [
      ['that has another transaction', { intent: 'sent' }],
      ['of another customer', { user: 'bruno' }],
      ['of another kind', { kind: 'boleto' }],
      ['of less money', { cents: '2501' }],
    ] as const
  ).map(
    ([what, change]): Attack => [
      `an order hung on a payment ${what}`,
      (engine) => placed(engine, change),
      'pix.payment',
    ],
  ),
  ...[
    ['amount', 'amount_cents = 9999'],
    ['cover', 'cover_cents = 1'],
    ['customer', "user_id = 'bruno'"],
    ['payment', `request = '{"amount":1}'`],
    ['key', "payment_key = 'other'"],
    ['session', "asked_by = 'token', access_id = 'other'"],
  ].map(
    ([what, change]): Attack => [
      `the ${what} of a covered payment changed`,
      () => `UPDATE covered_payments SET ${change} WHERE cover_id = 'sent'`,
      'payment.fixed',
    ],
  ),
  [
    'a covered payment that failed made after all',
    () => "UPDATE covered_payments SET status = 'paying', concluded_at = NULL WHERE cover_id = 'fund'",
    'payment.fixed',
  ],
  [
    'a covered payment deleted',
    () => "DELETE FROM covered_payments WHERE cover_id = 'fund'",
    'payment.fixed',
  ],
];
