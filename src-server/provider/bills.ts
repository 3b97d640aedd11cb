import type { Call } from './call.ts';
import { toNumber } from './fields.ts';
import { billSchema, type NewBill, simulatedBillSchema } from './money-shapes.ts';
import { findByReference, newestPages } from './pages.ts';

const PAGE = 100;

/** Boletos of banks and utilities, by the 47 or 48 digits of their line. `since`: 'YYYY-MM-DD'. */
export const billCalls = (call: Call) => ({
  simulateBill: (line: string) =>
    call({
      method: 'POST',
      path: '/v3/bill/simulate',
      body: { identificationField: line },
      answer: simulatedBillSchema,
    }),

  payBill: ({ externalReference, line, amountCents, description }: NewBill) =>
    call({
      method: 'POST',
      path: '/v3/bill',
      body: { identificationField: line, value: toNumber(amountCents), description, externalReference },
      answer: billSchema,
    }),

  billById: (id: string) => call({ method: 'GET', path: '/v3/bill/{id}', parts: { id }, answer: billSchema }),

  /** The payment of this reference; null when the list since that day has none. */
  billByReference: (externalReference: string, since: string) =>
    findByReference(
      call,
      {
        path: '/v3/bill',
        query: { externalReference, 'dateCreated[ge]': since },
        item: billSchema,
        pageSize: PAGE,
      },
      externalReference,
    ),

  newestBills: (since: string, maxPages: number) =>
    newestPages(
      call,
      { path: '/v3/bill', query: { 'dateCreated[ge]': since }, item: billSchema, pageSize: PAGE },
      { since, maxPages },
    ),
});
