import type { Call } from './call.ts';
import { toNumber } from './fields.ts';
import { type NewTransfer, paymentSchema, transferSchema } from './money-shapes.ts';
import { allPages, findByReference, newestPages } from './pages.ts';

/** The provider's maximum page size of transfers. */
const TRANSFERS_PAGE = 10;
const PAYMENTS_PAGE = 100;

const transfersSince = (day: string) => ({
  path: '/v3/transfers' as const,
  query: { 'dateCreated[ge]': day },
  item: transferSchema,
  pageSize: TRANSFERS_PAGE,
});

/** Outgoing and incoming money. `since`: first day of the list, 'YYYY-MM-DD'. */
export const transferCalls = (call: Call) => ({
  transfer: ({ externalReference, amountCents, description, to }: NewTransfer) =>
    call({
      method: 'POST',
      path: '/v3/transfers',
      body: {
        value: toNumber(amountCents),
        description,
        externalReference,
        ...('walletId' in to
          ? { walletId: to.walletId }
          : { pixAddressKey: to.pixKey, pixAddressKeyType: to.pixKeyType, operationType: 'PIX' }),
      },
      answer: transferSchema,
    }),

  transferById: (id: string) =>
    call({ method: 'GET', path: '/v3/transfers/{id}', parts: { id }, answer: transferSchema }),

  /** The transfer of this reference; null when the list since that day has none. Unknown beyond `maxPages` of ten. */
  transferByReference: (externalReference: string, since: string, maxPages?: number) =>
    findByReference(
      call,
      // A provider that ignores the filter is read to the end.
      {
        path: '/v3/transfers',
        query: { externalReference, 'dateCreated[ge]': since },
        item: transferSchema,
        pageSize: TRANSFERS_PAGE,
        maxPages,
      },
      externalReference,
    ),

  transfers: (since: string) => allPages(call, transfersSince(since)),

  newestTransfers: (since: string, maxPages: number) =>
    newestPages(call, transfersSince(since), { since, maxPages }),

  payment: (id: string) =>
    call({ method: 'GET', path: '/v3/payments/{id}', parts: { id }, answer: paymentSchema }),

  payments: (since: string) =>
    allPages(call, {
      path: '/v3/payments',
      query: { 'dateCreated[ge]': since },
      item: paymentSchema,
      pageSize: PAYMENTS_PAGE,
    }),
});
