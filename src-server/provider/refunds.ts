import type { Call } from './call.ts';
import { toNumber } from './fields.ts';
import { paymentSchema, pixReturnSchema } from './money-shapes.ts';
import { findInPages, pagesSince } from './pages.ts';

const RETURNS = {
  path: '/v3/pix/transactions',
  query: { type: 'DEBIT_REFUND' },
  item: pixReturnSchema,
  pageSize: 100,
} as const;

/** Money that goes back to its payer. */
export const refundCalls = (call: Call) => ({
  /** Refunds an incoming payment to its payer, in full or a part of it. */
  refund: (id: string, description: string, amountCents?: number) =>
    call({
      method: 'POST',
      path: '/v3/payments/{id}/refund',
      parts: { id },
      body: { description, ...(amountCents !== undefined && { value: toNumber(amountCents) }) },
      answer: paymentSchema,
    }),

  /** What receivers have given back of this account's payments since the day, and some earlier ones. */
  pixReturns: (since: string) => pagesSince(call, RETURNS, since),

  /** What came back under this end-to-end id; null when the list has none. */
  pixReturnByEndToEnd: (endToEndIdentifier: string) =>
    findInPages(
      call,
      // A provider that ignores the filter is read up to the one.
      { ...RETURNS, query: { ...RETURNS.query, endToEndIdentifier } },
      ({ endToEndId }) => endToEndId === endToEndIdentifier,
    ),

  pixReturn: (id: string) =>
    call({ method: 'GET', path: '/v3/pix/transactions/{id}', parts: { id }, answer: pixReturnSchema }),
});
