/**
 * @module-tag prove
 * @module-tag scaled
 */
import { expect, test } from 'vitest';
import { engineOf } from '#db/engine';
import { longProofScale } from '#db/testing/proof-scale';
import { openRaw } from '#db/testing/raw';
import { verifyAudit } from '#server/audit/verify';
import { verifyLedger } from '#server/ledger/verify';
import { makeAdmin } from '#server/testing/people';
import { testBank } from '#server/testing/test-bank';
import { fillBank } from '../../bench/bank-fill.ts';
import {
  aheadBySql,
  bookBySql,
  figuresBySql,
  flowBySql,
  NOW,
  needsBySql,
  newCustomersBySql,
  recentBySql,
  waitingBySql,
} from './testing/dashboard-sql.ts';

/** Time to fill, query and verify a bank of ten thousand customers and a million entries. */
const PATIENCE_MS = 600_000;

async function largeBank() {
  // Verified by the test itself: a million entries exceed the time limit of the teardown.
  const bank = await testBank({}, { verify: false });
  bank.clock.set(NOW);
  await fillBank(bank, { customers: longProofScale(10_000), entries: longProofScale(1_000_000) });
  const { call } = await makeAdmin(bank);
  const raw = await openRaw(engineOf(bank.db).url);
  const [someone] = await raw.run(
    "select id from accounts where account_type = 'checking' and is_active order by id limit 1",
  );
  for (let n = 1; n <= 12; n += 1)
    await call.admin.accounts.adjust({
      id: String(someone?.id),
      amount: n % 2 === 0 ? `${n}.00` : `-${n}.50`,
      reason: 'Acerto de teste',
    });
  return { bank, admin: call.admin, raw };
}

test(
  'every figure of a large bank’s dashboard equals the one computed by plain SQL',
  async () => {
    const { bank, admin, raw } = await largeBank();
    const ask = raw.run;
    const [size] = await ask(
      `select (select count(*) from users where role = 'cliente') as customers, (select count(*) from entries) as entries`,
    );
    expect(Number(size?.customers)).toBe(longProofScale(10_000));
    expect(Number(size?.entries)).toBeGreaterThanOrEqual(longProofScale(1_000_000));

    const { figures, recent } = await admin.dashboard();
    expect(figures).toEqual(await figuresBySql(ask));
    expect(recent).toEqual(await recentBySql(ask));
    expect(recent).toHaveLength(10);

    for (const days of [7, 30, 90] as const) {
      const seen = await admin.overview({ days });
      expect(seen).toEqual({
        days,
        at: new Date(NOW).toISOString(),
        today: NOW.slice(0, 10),
        ...(await flowBySql(ask, days)),
        newCustomers: await newCustomersBySql(ask, days),
        ...(await bookBySql(ask)),
        waiting: await waitingBySql(ask),
        ahead: await aheadBySql(ask, days),
        needs: await needsBySql(ask),
      });
      // Guards against comparing empty results.
      const amounts = seen.flow.flatMap((one) => [one.in, one.out]);
      const counts = [
        ...seen.book,
        ...Object.values(seen.needs),
        seen.overdue.over90,
        seen.ahead.investments,
      ];
      expect(amounts.filter((amount) => amount !== '0.00')).not.toEqual([]);
      expect(counts.map(({ count }) => count).every((count) => count > 0)).toBe(true);
      expect(seen.needs).toHaveLength(7);
      expect(seen.newCustomers).toBeGreaterThan(0);
    }
    await raw.close();
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true, differences: [] });
    expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
  },
  PATIENCE_MS,
);
