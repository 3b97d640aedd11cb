import type Database from 'better-sqlite3';
import { expect, onTestFinished, vi } from 'vitest';
import { engineOf } from '#db/engine';
import { testEngine } from '#db/testing/test-db';
import { test } from '#server/payments/orders/testing/order-test';

/** What may be read whole in one piece: the open ones, and the accounts' types once. */
const READ_WHOLE = [
  /^SCAN (page|\(subquery.*)$/,
  /^SCAN (held_payments|payment_orders|waiting_payments) USING (COVERING )?INDEX \w+_(open|due)$/,
  /^SCAN accounts$/,
];

test.skipIf(testEngine() !== 'sqlite')(
  'a reconciliation reads tables along an index, in pages or for the rows of a page',
  async ({ bank, ana, admin }) => {
    await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '40.00' });
    const connections = engineOf(bank.db).connections() as Database.Database[];
    const spies = connections.map((connection) => vi.spyOn(connection, 'prepare'));
    onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });

    const texts = [...new Set(spies.flatMap(({ mock }) => mock.calls.map(([text]) => text)))];
    const plans = texts
      .filter((text) => text.startsWith('select'))
      .map((text) => ({ text, steps: stepsOf(connections, text) }));
    expect(plans.length).toBeGreaterThan(25);
    const scans = plans.filter(({ steps }) => steps.some((step) => step.startsWith('SCAN accounts')));
    expect(scans.map(({ text }) => text)).toEqual([expect.stringContaining('"accounts"."account_type" = ?')]);
    for (const { text, steps } of plans) {
      const isPage =
        /limit \?( offset \?)?$/.test(text) && !steps.some((step) => step.includes('TEMP B-TREE'));
      const whole = steps.filter(
        (step) => /^SCAN/.test(step) && !READ_WHOLE.some((known) => known.test(step)),
      );
      if (!isPage) expect(whole, text).toEqual([]);
      // SQLite takes a unique index to hold one row for each value, also for null, which most rows have.
      if (/"bank_account" is null/.test(text)) expect(steps.join(), text).not.toContain('(bank_account=?');
    }
  },
);

function stepsOf([, reader]: Database.Database[], text: string): string[] {
  const given = Array.from({ length: text.split('?').length - 1 }, () => '');
  const rows = reader?.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...given) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}
