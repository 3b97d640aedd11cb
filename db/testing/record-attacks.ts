import type { Attack } from './attack-scene.ts';
import { type Engine, literals } from './attack-scene.ts';
import { intentAttacks } from './intent-attacks.ts';
import { orderAttacks } from './order-attacks.ts';
import type { Raw } from './raw.ts';

/** Adds one record of each kind and state: contracts, investments, a loan, a proposal, orders, an incoming payment, a limit. */
export async function recordScene(engine: Engine, raw: Raw): Promise<void> {
  const { at, yes } = literals(engine);
  const contract = (id: string, status: string, signedAt: string, evidence: string) =>
    `INSERT INTO contracts (id, user_id, type, related_id, title, status, text_version, content, content_sha256, created_at, signed_at, evidence)
     VALUES ('${id}', 'ana', 'investment', 'about-${id}', 't', '${status}', '1', '{}', 'h', ${at}, ${signedAt}, ${evidence});`;
  const investment = (id: string, status: string, ended: string) =>
    `INSERT INTO investments (id, user_id, product_id, account_id, amount_cents, annual_rate, expected_return_cents, status, start_on, maturity_on, created_at, ended_on)
     VALUES ('${id}', 'ana', 'cdb', 'ana-account', 100, '12.00', 103, '${status}', '2026-01-05', '2026-04-06', ${at}, ${ended});`;
  const proposal = (id: string, status: string, paidOutOn: string) =>
    `INSERT INTO credit_proposals (id, user_id, purpose, amount_cents, term_months, interest_rate, instalment_cents, total_cents, iof_cents, cet_annual, cet_monthly, status, analysis, risk_score, risk_level, risk_analysis, created_at, paid_out_on)
     VALUES ('${id}', 'ana', 'p', 200, 2, '1.00', 102, 204, 1, '13.00', '1.00', '${status}', '{}', 500, 'moderado', 'a', ${at}, ${paidOutOn});`;
  const instalment = (number: number, paidOn: string) =>
    `INSERT INTO instalments (id, proposal_id, number, due_on, amount_cents, principal_cents, interest_cents, paid_on, paid_cents)
     VALUES ('instalment-${number}', 'lent', ${number}, '2026-02-05', 102, 100, 2, ${paidOn}, ${paidOn === 'NULL' ? 'NULL' : 102});`;
  const order = (id: string, status: string, end: string) =>
    `INSERT INTO payment_orders (transaction_id, intent_id, user_id, kind, status, amount_cents, target, target_type, provider_id, attempts, created_at, concluded_by_id, concluded_at)
     VALUES ('${id}', '${id}', 'ana', 'pix', '${status}', 2500, 'bruno@example.com', 'EMAIL', 'p-${id}', 1, ${at}, ${end === 'NULL' ? 'NULL, NULL' : `'${end}', ${at}`});`;
  const waiting = (id: string, status: string, end: string) =>
    `INSERT INTO waiting_payments (transaction_id, user_id, kind, status, request, ended_by_id, concluded_at)
     VALUES ('${id}', 'ana', 'transfer', '${status}', '{}', ${end === 'NULL' ? 'NULL, NULL' : `'${end}', ${at}`});`;
  const intent = (id: string, state: string, transactionId: string, concludedAt = 'NULL') =>
    `INSERT INTO payment_intents (id, user_id, account_id, kind, target, amount_cents, execute_at, state, transaction_id, method, rules, created_at, concluded_at)
     VALUES ('${id}', 'ana', 'ana-account', 'pix_person', 'bruno@example.com', 2500, ${at}, '${state}', ${transactionId}, 'session', '1', ${at}, ${concludedAt});`;
  const covered = (id: string, status: string, concludedAt: string) =>
    `INSERT INTO covered_payments (cover_id, user_id, kind, status, amount_cents, cover_cents, request, payment_key, created_at, concluded_at)
     VALUES ('${id}', 'ana', 'transfer', '${status}', 2500, 2500, '{}', 'key-${id}', ${at}, ${concludedAt});`;
  await raw.run(`BEGIN;
    ${intent('sent', 'executing', "'sent'")} ${intent('fund', 'executing', "'fund'")} ${intent('draft', 'draft', 'NULL')}
    ${intent('held', 'held', 'NULL')} ${intent('undone', 'held', 'NULL')} ${intent('back', 'done', "'back'", at)}
    ${intent('to-return', 'held', 'NULL').replace("'pix_person'", "'return'").replace('2500', '10001')}
    ${covered('sent', 'covering', 'NULL')} ${covered('fund', 'failed', at)}
    UPDATE payment_intents SET state = 'failed', concluded_at = ${at} WHERE id = 'fund';
    UPDATE payment_intents SET state = 'cancelled', concluded_at = ${at} WHERE id = 'undone';
    ${contract('open', 'pending_signature', 'NULL', 'NULL')} ${contract('signed', 'signed', at, "'{}'")}
    INSERT INTO investment_products (id, name, description, min_amount_cents, annual_rate, term_days, risk_level, is_active, created_at)
    VALUES ('cdb', 'CDB', 'd', 100, '12.00', 90, 'low', ${yes}, ${at});
    ${proposal('lent', 'active', "'2026-01-05'")} ${proposal('refused', 'rejected', 'NULL')}
    ${instalment(1, "'2026-02-05'")} ${instalment(2, 'NULL')}
    ${order('sent', 'processing', 'NULL')} ${order('fund', 'failed', 'back')}
    INSERT INTO incoming_payments (provider_id, user_id, transaction_id, amount_cents, created_at)
    VALUES ('pay', 'ana', 'fund', 10000, ${at});
    INSERT INTO held_payments (transaction_id, provider_id, user_id, status, amount_cents, attempts, is_accepted, created_at, concluded_at)
    VALUES ('fund', 'kept', 'ana', 'released', 10000, 0, false, ${at}, ${at}), ('sent', 'waits', 'ana', 'held', 2500, 0, false, ${at}, NULL);
    INSERT INTO limit_rules (id, user_id, role, kind, "window", amount_cents, effective_at, created_by_id, created_at)
    VALUES ('rule', 'ana', 'limit', 'total', 'night', 100, ${at}, 'ana', ${at});
    INSERT INTO limit_cancellations (rule_id, cancelled_by_id, cancelled_at) VALUES ('rule', 'ana', ${at});
    INSERT INTO key_claims (id, user_id, role, kind, status, key, key_type, provider_id, resolve_by, complete_by, ended_by, created_at, concluded_at)
    VALUES ('claim', 'ana', 'donor', 'ownership', 'confirmed', 'ana@example.com', 'EMAIL', 'c1', ${at}, ${at}, NULL, ${at}, NULL),
           ('ended', 'ana', 'claimer', 'portability', 'cancelled', 'eu@example.com', 'EMAIL', 'c2', ${at}, ${at}, 'donor', ${at}, ${at});
    ${waiting('held', 'waiting', 'NULL')} ${waiting('undone', 'undone', 'back')}
    ${investment('running', 'active', 'NULL')} ${investment('over', 'matured', "'2026-04-06'")}
    COMMIT;`);
}

const CHECK = /CHECK constraint failed|violates check constraint/;

export const recordAttacks: Attack[] = [
  [
    'a contract’s text changed',
    () => "UPDATE contracts SET content = 'x' WHERE id = 'open'",
    'contract.fixed',
  ],
  [
    'a signed contract cancelled',
    () => "UPDATE contracts SET status = 'cancelled' WHERE id = 'signed'",
    'contract.fixed',
  ],
  [
    'a contract signed without evidence',
    () => "UPDATE contracts SET status = 'signed' WHERE id = 'open'",
    'contract.fixed',
  ],
  ['a contract deleted', () => "DELETE FROM contracts WHERE id = 'open'", 'contract.fixed'],
  [
    'an investment’s amount changed',
    () => "UPDATE investments SET amount_cents = 1, status = 'redeemed' WHERE id = 'running'",
    'investment.fixed',
  ],
  [
    'a matured investment redeemed',
    () => "UPDATE investments SET status = 'redeemed' WHERE id = 'over'",
    'investment.fixed',
  ],
  [
    'an investment ended without a day',
    () => "UPDATE investments SET status = 'redeemed' WHERE id = 'running'",
    CHECK,
  ],
  [
    'a loan’s amount changed',
    () => "UPDATE credit_proposals SET amount_cents = 1 WHERE id = 'lent'",
    'credit.fixed',
  ],
  [
    'a loan’s rate changed after its payout',
    () => "UPDATE credit_proposals SET interest_rate = '0.01' WHERE id = 'lent'",
    'credit.fixed',
  ],
  [
    'a rejected loan approved',
    () => "UPDATE credit_proposals SET status = 'approved' WHERE id = 'refused'",
    'credit.fixed',
  ],
  [
    'a decided loan made pending again',
    () => "UPDATE credit_proposals SET status = 'pending' WHERE id = 'lent'",
    'credit.fixed',
  ],
  ['a loan deleted', () => "DELETE FROM credit_proposals WHERE id = 'refused'", 'credit.fixed'],
  [
    'a paid instalment marked as unpaid',
    () => 'UPDATE instalments SET paid_on = NULL, paid_cents = NULL WHERE number = 1',
    'credit.fixed',
  ],
  [
    'an instalment’s amount lowered',
    () => 'UPDATE instalments SET amount_cents = 52, principal_cents = 50 WHERE number = 2',
    'credit.fixed',
  ],
  ['a paid instalment deleted', () => 'DELETE FROM instalments WHERE number = 1', 'credit.fixed'],
  ['an investment deleted', () => "DELETE FROM investments WHERE id = 'over'", 'investment.fixed'],
  [
    'an order’s recipient changed',
    () => "UPDATE payment_orders SET target = 'x@example.com' WHERE transaction_id = 'sent'",
    'pix.fixed',
  ],
  [
    'a failed order marked as done',
    () => "UPDATE payment_orders SET status = 'done' WHERE transaction_id = 'fund'",
    'pix.fixed',
  ],
  [
    'an order given another provider id',
    () => "UPDATE payment_orders SET provider_id = 'x' WHERE transaction_id = 'sent'",
    'pix.fixed',
  ],
  [
    'an order concluded without a transaction',
    () => "UPDATE payment_orders SET status = 'done' WHERE transaction_id = 'sent'",
    CHECK,
  ],
  ['an order deleted', () => "DELETE FROM payment_orders WHERE transaction_id = 'sent'", 'pix.fixed'],
  [
    'the amount of an incoming payment changed',
    () => 'UPDATE incoming_payments SET amount_cents = 1',
    'pix.fixed',
  ],
  [
    'more of an incoming payment given back than came',
    (engine) =>
      `INSERT INTO payment_orders (transaction_id, intent_id, user_id, kind, status, amount_cents, incoming_id, attempts, created_at)
       VALUES ('back', 'to-return', 'ana', 'return', 'reserved', 10001, 'pay', 0, ${literals(engine).at})`,
    'pix.returned',
  ],
  ['an incoming payment deleted', () => 'DELETE FROM incoming_payments', 'pix.fixed'],
  ['the payer of a held payment changed', () => "UPDATE held_payments SET payer_name = 'x'", 'pix.fixed'],
  [
    'a released payment held again',
    () => "UPDATE held_payments SET status = 'held', concluded_at = NULL",
    'pix.fixed',
  ],
  [
    'a held payment made what came back itself',
    () => `UPDATE held_payments SET is_return = true WHERE status = 'held'`,
    'pix.fixed',
  ],
  [
    'a held payment made that of an order',
    () => `UPDATE held_payments SET order_id = 'sent' WHERE status = 'held'`,
    'pix.fixed',
  ],
  ['a held payment deleted', () => 'DELETE FROM held_payments', 'pix.fixed'],
  ['a limit raised', () => 'UPDATE limit_rules SET amount_cents = 200', 'protection.append_only'],
  ['a limit deleted', () => 'DELETE FROM limit_rules', 'protection.append_only'],
  ['a cancelled limit restored', () => 'DELETE FROM limit_cancellations', 'protection.append_only'],
  [
    'a cancellation given to somebody else',
    () => "UPDATE limit_cancellations SET cancelled_by_id = 'bruno'",
    'protection.append_only',
  ],
  [
    'a payment that waits made another one',
    () => "UPDATE waiting_payments SET request = '[]' WHERE status = 'waiting'",
    'protection.append_only',
  ],
  [
    'an undone payment made to wait again',
    () =>
      "UPDATE waiting_payments SET status = 'waiting', ended_by_id = NULL, concluded_at = NULL WHERE status = 'undone'",
    'protection.append_only',
  ],
  [
    'a payment that waits ended without its money',
    () => "UPDATE waiting_payments SET status = 'undone' WHERE status = 'waiting'",
    CHECK,
  ],
  [
    'a confirmed claim of a key made to wait again',
    () => "UPDATE key_claims SET status = 'waiting' WHERE id = 'claim'",
    'pix.fixed',
  ],
  [
    'an ended claim of a key ended otherwise',
    () => "UPDATE key_claims SET status = 'completed' WHERE id = 'ended'",
    'pix.fixed',
  ],
  ['a claim made of another key', () => "UPDATE key_claims SET key = 'x' WHERE id = 'claim'", 'pix.fixed'],
  ['a claim of a key deleted', () => "DELETE FROM key_claims WHERE id = 'claim'", 'pix.fixed'],
  ['an ended claim of a key deleted', () => "DELETE FROM key_claims WHERE id = 'ended'", 'pix.fixed'],
  ['a payment that waits deleted', () => 'DELETE FROM waiting_payments', 'protection.append_only'],
  [
    'an order hung on another payment',
    () => "UPDATE payment_orders SET intent_id = 'held' WHERE transaction_id = 'sent'",
    'pix.fixed',
  ],
  ...orderAttacks,
  ...intentAttacks,
];
