/** @module-tag postgres */
import { expect } from 'vitest';
import { tamper } from '#server/ledger/testing/tamper';
import { ASKED, test } from './testing/charge-test.ts';

/** More than one statement of SQLite takes as values. */
const MANY = 33_000;

/** Of the same moment; the first is listed first by its provider id. */
const PAID_AGAIN = `
  with recursive series(n) as (select 1 union all select n + 1 from series where n < ${MANY})
  insert into charge_payments (provider_id, charge_id, transaction_id, amount_cents, payer_name, created_at)
  select 'again' || n, charge_id, transaction_id, amount_cents, payer_name, created_at from charge_payments, series`;

test('a charge whose code was paid any number of times is listed, shown and exported with its first payments', async ({
  charge,
  pay,
  tell,
  bank,
}) => {
  const { id } = await charge.create(ASKED);
  const open = await charge.get({ id });
  expect(open.paymentCount).toBe(0);
  await tell(await pay(open.payload));
  await tamper(bank.db, PAID_AGAIN);

  const { charges } = await charge.list({});
  expect(charges).toMatchObject([
    { id, paidAmount: '100.00', returnedAmount: '0.00', payerName: 'Carla Dias' },
  ]);
  const shown = await charge.get({ id });
  expect(shown.paymentCount).toBe(MANY + 1);
  expect(shown.payments).toHaveLength(100);
  expect(shown.payments[0]?.createdAt).toBe(charges[0]?.paidAt);
  const { bytes } = await charge.export({});
  expect(await new Response(ReadableStream.from(bytes as AsyncIterable<Uint8Array>)).text()).toContain(
    'Carla Dias',
  );
});
