/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { fixedRows } from '#db/fixed-rows';
import { migrationsOf } from '#db/migrations';
import { migrate, open } from '#db/open';
import { attackScene, literals } from './testing/attack-scene.ts';
import { openRaw } from './testing/raw.ts';
import { releaseBank } from './testing/release-bank.ts';
import { emptyDatabase, testEngine } from './testing/test-db.ts';

const engine = testEngine();
const { at, yes } = literals(engine);

/** As the guards of that release, which fix an order and keep it. */
const OLD_GUARDS =
  engine === 'sqlite'
    ? `CREATE TRIGGER payment_orders_fixed BEFORE UPDATE ON payment_orders BEGIN SELECT RAISE(ABORT, 'pix.fixed'); END;
       CREATE TRIGGER payment_orders_no_delete BEFORE DELETE ON payment_orders BEGIN SELECT RAISE(ABORT, 'pix.fixed'); END;`
    : `CREATE FUNCTION old_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'pix.fixed'; END $$;
       CREATE TRIGGER payment_orders_fixed BEFORE UPDATE OR DELETE ON payment_orders FOR EACH ROW EXECUTE FUNCTION old_guard();`;

/** Posts by hand after the entries of `attackScene`; no guard looks at them. */
function postings() {
  const seqs = new Map([
    ['ana-account', 3],
    ['bruno-account', 2],
  ]);
  const entry = (id: string, account: string, cents: number) => {
    const seq = (seqs.get(account) ?? 0) + 1;
    seqs.set(account, seq);
    return `INSERT INTO entries (account_id, seq, transaction_id, amount_cents, balance_after_cents, credits_after_cents, created_at, is_neutral)
      VALUES ('${account}', ${seq}, '${id}', ${cents}, 0, 0, ${at}, false);`;
  };
  return (id: string, from: string, to: string, reverses: string | null = null) =>
    `${entry(id, from, -700)} ${entry(id, to, 700)}
     INSERT INTO transactions (id, type, amount_cents, description, reverses_id, created_at)
     VALUES ('${id}', '${reverses ? 'reversal' : 'transfer'}', 700, 'raw', ${reverses ? `'${reverses}'` : 'NULL'}, ${at});`;
}

const authorised = (id: string, kind: string, method = 'app', signals = 'NULL') =>
  `INSERT INTO payment_authorisations (transaction_id, user_id, kind, amount_cents, method, own_period, rules, signals, created_at)
   VALUES ('${id}', 'ana', '${kind}', 700, '${method}', 'unregistered 2026-11-20', '2024-11-01', ${signals}, ${at});`;

const order = (id: string, kind: string, status: string, more: Record<string, string> = {}) => {
  const ended = ['done', 'failed', 'returned'].includes(status);
  const all = { ...more, ...(ended && { concluded_by_id: "'fund'", concluded_at: at }) };
  const names = Object.keys(all).map((name) => `, ${name}`);
  const values = Object.values(all).map((value) => `, ${value}`);
  return `INSERT INTO payment_orders (transaction_id, user_id, kind, status, amount_cents, attempts, created_at${names.join('')})
    VALUES ('${id}', 'ana', '${kind}', '${status}', 700, 1, ${at}${values.join('')});`;
};

const waiting = (
  id: string,
  kind: string,
  status: string,
  endedBy: string | null,
  paymentId: string | null,
) => {
  const word = (value: string | null) => (value === null ? 'NULL' : `'${value}'`);
  return `INSERT INTO waiting_payments (transaction_id, user_id, kind, status, amount_cents, account_id, target, request, release_at, created_at, ended_by_id, payment_id, concluded_at)
    VALUES ('${id}', 'ana', '${kind}', '${status}', 700, 'ana-account', 'payee of ${id}', '{}', ${at}, ${at}, ${word(endedBy)}, ${word(paymentId)}, ${endedBy === null ? 'NULL' : at});`;
};

function oldPayments(): string {
  const post = postings();
  const [ana, bruno, held] = ['ana-account', 'bruno-account', 'ana-held'];
  return `
    INSERT INTO accounts (id, user_id, account_number, account_type, floor_cents, is_active, created_at)
    VALUES ('${held}', 'ana', 'ana-held', 'held', 0, ${yes}, ${at});
    ${post('plain', ana, bruno)}
    ${post('paid', ana, bruno)} ${authorised('paid', 'transfer', 'passkey', `'{"score":20}'`)}
    ${post('reversed', ana, bruno)} ${authorised('reversed', 'transfer')} ${post('reversal', bruno, ana, 'reversed')}
    ${['held', 'undone', 'refused', 'made', 'sent-later'].map((id) => `${post(`w-${id}`, ana, held)} ${authorised(`w-${id}`, id === 'sent-later' ? 'pix_company' : 'transfer')}`).join('')}
    ${['undone', 'refused', 'made', 'sent-later'].map((id) => post(`end-${id}`, held, ana, `w-${id}`)).join('')}
    ${post('made', ana, bruno)} ${authorised('made', 'transfer')}
    ${post('sent-later', ana, bruno)} ${authorised('sent-later', 'pix_company')} ${order('sent-later', 'pix', 'processing')}
    ${waiting('w-held', 'transfer', 'waiting', null, null)}
    ${waiting('w-undone', 'transfer', 'undone', 'end-undone', null)}
    ${waiting('w-refused', 'transfer', 'refused', 'end-refused', null)}
    ${waiting('w-made', 'transfer', 'paid', 'end-made', 'made')}
    ${waiting('w-sent-later', 'pix', 'paid', 'end-sent-later', 'sent-later')}
    ${post('boleto', ana, bruno)} ${authorised('boleto', 'boleto')} ${order('boleto', 'boleto', 'done', { target: "'line'" })}
    ${post('move', ana, bruno)} ${order('move', 'move_in', 'failed')}
    ${post('company', ana, bruno)} ${order('company', 'pix', 'returned', { target: "'key'", target_type: "'CNPJ'" })}
    ${post('named', ana, bruno)} ${order('named', 'pix', 'reserved', { payee_document: "'11.222.333/0001-81'" })}
    ${post('person', ana, bruno)} ${order('person', 'pix', 'sending', { payee_document: "'***.982.247-**'" })}
    INSERT INTO incoming_payments (provider_id, user_id, transaction_id, amount_cents, created_at) VALUES ('pay', 'ana', 'fund', 10000, ${at});
    ${post('return', ana, bruno)} ${order('return', 'return', 'done', { incoming_id: "'pay'" })}
    INSERT INTO covered_payments (cover_id, user_id, kind, status, amount_cents, cover_cents, request, payment_key, return_id, created_at)
    VALUES ('move', 'ana', 'transfer', 'covering', 700, 700, '{}', 'k', 'return', ${at});`;
}

test('upgrading gives every order, reservation and authorised transfer its payment, and each hangs on it', async () => {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const old = await openRaw(url);
  const number = migrationsOf(engine).findIndex(({ name }) => name.endsWith('_payment_intents'));
  await releaseBank(engine, old, number - 1, new Map());
  await old.run(`${fixedRows(engine)} ${OLD_GUARDS}`);
  await attackScene(engine, old);
  await old.run(`BEGIN; ${oldPayments()} COMMIT;`);
  await old.close();

  const db = await open(url);
  await migrate(db);
  const { coveredPayments, paymentIntents, paymentOrders, waitingPayments } = db.tables;
  const intents = await db.select().from(paymentIntents).orderBy(paymentIntents.id);
  const orders = await db.select().from(paymentOrders).orderBy(paymentOrders.transactionId);
  const waits = await db.select().from(waitingPayments).orderBy(waitingPayments.transactionId);
  const covered = await db.select().from(coveredPayments);
  await db.close();

  expect(
    intents.map(({ id, kind, target, state, transactionId, method }) => [
      id,
      kind,
      target,
      state,
      transactionId,
      method,
    ]),
  ).toEqual([
    ['boleto', 'boleto', 'line', 'done', 'boleto', 'app'],
    ['company', 'pix_company', 'key', 'returned', 'company', null],
    ['move', 'move_in', null, 'failed', 'move', null],
    ['named', 'pix_company', null, 'executing', 'named', null],
    ['paid', 'transfer', 'bruno-number', 'done', 'paid', 'passkey'],
    ['person', 'pix_person', null, 'executing', 'person', null],
    ['return', 'return', 'pay', 'done', 'return', null],
    ['reversed', 'transfer', 'bruno-number', 'returned', 'reversed', 'app'],
    ['w-held', 'transfer', 'payee of w-held', 'held', null, 'app'],
    ['w-made', 'transfer', 'payee of w-made', 'done', 'made', 'app'],
    ['w-refused', 'transfer', 'payee of w-refused', 'failed', null, 'app'],
    ['w-sent-later', 'pix_company', 'payee of w-sent-later', 'executing', 'sent-later', 'app'],
    ['w-undone', 'transfer', 'payee of w-undone', 'cancelled', null, 'app'],
  ]);
  for (const intent of intents) {
    expect(intent, intent.id).toMatchObject({ userId: 'ana', accountId: 'ana-account', amountCents: 700 });
    const isAuthorised = intent.method !== null;
    expect([intent.rules, intent.ownPeriod], intent.id).toEqual(
      isAuthorised ? ['2024-11-01', 'unregistered 2026-11-20'] : [null, null],
    );
  }
  expect(intents.find(({ id }) => id === 'paid')?.signals).toEqual({ score: 20 });
  expect(orders.map(({ transactionId, intentId }) => [transactionId, intentId])).toEqual([
    ['boleto', 'boleto'],
    ['company', 'company'],
    ['move', 'move'],
    ['named', 'named'],
    ['person', 'person'],
    ['return', 'return'],
    ['sent-later', 'w-sent-later'],
  ]);
  expect(
    waits.map(({ transactionId, status, endedById, paymentId }) => [
      transactionId,
      status,
      endedById,
      paymentId,
    ]),
  ).toEqual([
    ['w-held', 'waiting', null, null],
    ['w-made', 'paid', 'end-made', 'made'],
    ['w-refused', 'refused', 'end-refused', null],
    ['w-sent-later', 'paid', 'end-sent-later', 'sent-later'],
    ['w-undone', 'undone', 'end-undone', null],
  ]);
  for (const one of waits) expect(one, one.transactionId).toMatchObject({ userId: 'ana', request: {} });
  expect(covered).toMatchObject([
    { coverId: 'move', returnId: 'return', status: 'covering', amountCents: 700, request: {} },
  ]);
});
