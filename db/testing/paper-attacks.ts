import { type Engine, words } from './attack-scene.ts';
import type { Attack } from './attacks.ts';
import type { Raw } from './raw.ts';

/** Of ana: a contract that awaits her signature and a signed one; an investment that runs and one that has matured. */
export async function paperScene(engine: Engine, raw: Raw): Promise<void> {
  const { at, yes } = words(engine);
  const contract = (id: string, status: string, signedAt: string, evidence: string) =>
    `INSERT INTO contracts (id, user_id, type, related_id, title, status, text_version, content, content_sha256, created_at, signed_at, evidence)
     VALUES ('${id}', 'ana', 'investment', 'about-${id}', 't', '${status}', '1', '{}', 'h', ${at}, ${signedAt}, ${evidence});`;
  const investment = (id: string, status: string, ended: string) =>
    `INSERT INTO investments (id, user_id, product_id, account_id, amount_cents, annual_rate, expected_return_cents, status, start_on, maturity_on, created_at, ended_on)
     VALUES ('${id}', 'ana', 'cdb', 'ana-account', 100, '12.00', 103, '${status}', '2026-01-05', '2026-04-06', ${at}, ${ended});`;
  await raw.run(`BEGIN;
    ${contract('open', 'pending_signature', 'NULL', 'NULL')} ${contract('signed', 'signed', at, "'{}'")}
    INSERT INTO investment_products (id, name, description, min_amount_cents, annual_rate, term_days, risk_level, is_active, created_at)
    VALUES ('cdb', 'CDB', 'd', 100, '12.00', 90, 'low', ${yes}, ${at});
    ${investment('running', 'active', 'NULL')} ${investment('over', 'matured', "'2026-04-06'")}
    COMMIT;`);
}

const CHECK = /CHECK constraint failed|violates check constraint/;

/** What would make a contract say something else, or an investment pay twice. */
export const paperAttacks: Attack[] = [
  ['a contract reworded', () => "UPDATE contracts SET content = 'x' WHERE id = 'open'", 'contract.fixed'],
  [
    'a signed contract opened again',
    () => "UPDATE contracts SET status = 'cancelled' WHERE id = 'signed'",
    'contract.fixed',
  ],
  [
    'a contract signed by nobody',
    () => "UPDATE contracts SET status = 'signed' WHERE id = 'open'",
    'contract.fixed',
  ],
  ['a contract deleted', () => "DELETE FROM contracts WHERE id = 'open'", 'contract.fixed'],
  [
    'an investment of another amount',
    () => "UPDATE investments SET amount_cents = 1, status = 'redeemed' WHERE id = 'running'",
    'investment.fixed',
  ],
  [
    'an investment that matures twice',
    () => "UPDATE investments SET status = 'redeemed' WHERE id = 'over'",
    'investment.fixed',
  ],
  [
    'an investment that ends on no day',
    () => "UPDATE investments SET status = 'redeemed' WHERE id = 'running'",
    CHECK,
  ],
  ['an investment deleted', () => "DELETE FROM investments WHERE id = 'over'", 'investment.fixed'],
];
