import { expect } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { test } from '#server/payments/orders/testing/order-test';
import { plansDuring } from '#server/testing/plans-during';

/** What may be read whole in one piece: the open ones, and the accounts' types once. */
const READ_WHOLE = [
  /^SCAN (page|\(subquery.*)$/,
  /^SCAN (held_payments|payment_orders|waiting_payments) USING (COVERING )?INDEX \w+_(open|due)$/,
  /^SCAN accounts$/,
  /^SCAN json_each/,
];

test.skipIf(testEngine() !== 'sqlite')(
  'a reconciliation reads tables along an index, in pages or for the rows of a page',
  async ({ bank, ana, admin }) => {
    await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '40.00' });
    const all = await plansDuring(async () => {
      expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });
      return bank;
    });
    const plans = all.filter(({ text }) => text.startsWith('select'));
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
