/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { INTENT_STATES, type IntentState, isConcluded, mayBecome } from '#domain/protection/intent';
import { attackScene, literals } from './testing/attack-scene.ts';
import { openRaw } from './testing/raw.ts';
import { testDatabase, testEngine } from './testing/test-db.ts';

const engine = testEngine();
const { at } = literals(engine);

const isPaid = (state: IntentState) => ['executing', 'done', 'returned'].includes(state);

const change = (state: IntentState) =>
  `UPDATE payment_intents SET state = '${state}', concluded_at = ${isConcluded(state) ? at : 'NULL'}${isPaid(state) ? ", transaction_id = 'fund'" : ''};`;

/** No payment begins in the last three states: it gets there from the state beside. */
const BEFORE: Partial<Record<IntentState, IntentState>> = {
  failed: 'held',
  cancelled: 'held',
  returned: 'done',
};

const inserted = (state: IntentState) =>
  `INSERT INTO payment_intents (id, user_id, account_id, kind, amount_cents, execute_at, state, transaction_id, created_at, concluded_at)
   VALUES ('fund', 'ana', 'ana-account', 'transfer', 1, ${at}, '${state}', ${isPaid(state) ? "'fund'" : 'NULL'}, ${at}, ${isConcluded(state) ? at : 'NULL'});`;

function placed(state: IntentState): string {
  const first = BEFORE[state];
  return first ? `${inserted(first)} ${change(state)}` : inserted(state);
}

test('the database lets a payment move from each state to each other exactly as the rule does, begin in no late one, and share no transaction', async () => {
  const { url, drop } = await testDatabase();
  const raw = await openRaw(url);
  onTestFinished(async () => {
    await raw.close();
    await drop();
  });
  await attackScene(engine, raw);
  const isAllowed = async (sql: string) => {
    const allowed = await raw.run(`BEGIN; ${sql}`).then(
      () => true,
      () => false,
    );
    await raw.run('ROLLBACK');
    return allowed;
  };
  const wrong: string[] = [];
  for (const from of INTENT_STATES) {
    expect(await isAllowed(placed(from)), from).toBe(true);
    for (const to of INTENT_STATES)
      if ((await isAllowed(`${placed(from)} ${change(to)}`)) !== mayBecome(from, to))
        wrong.push(`${from} to ${to}`);
  }
  expect(wrong).toEqual([]);
  for (const late of ['failed', 'cancelled', 'returned'] as const)
    expect(await isAllowed(inserted(late)), late).toBe(false);

  // One that was reserved is paid by a transaction, which is then no other payment's.
  const reserved = inserted('held').replace("'fund'", "'reserved'");
  const paid = `${reserved} ${change('done')}`;
  expect(await isAllowed(paid)).toBe(true);
  expect(await isAllowed(`${paid} ${inserted('done')}`)).toBe(false);
});
