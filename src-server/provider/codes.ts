import { z } from 'zod';
import type { Call } from './call.ts';
import {
  decodedQrSchema,
  type NewCodePayment,
  pixDebitSchema,
  referenceIn,
  withReference,
} from './code-shapes.ts';
import { toNumber } from './fields.ts';
import { mapped } from './outcome.ts';
import { findInPages, pagesSince } from './pages.ts';

const PAGE = 100;
/** Of a PIX's message (BCB). */
const MAX_DESCRIPTION = 140;
const LIST = { path: '/v3/pix/transactions', query: { type: 'DEBIT' }, pageSize: PAGE } as const;

/** PIX codes of others, and the PIX that paid them. The provider fetches what a dynamic code points to. */
export const codeCalls = (call: Call) => ({
  decodeQr: (payload: string) =>
    call({ method: 'POST', path: '/v3/pix/qrCodes/decode', body: { payload }, answer: decodedQrSchema }),

  payQr: ({ externalReference, payload, amountCents, description }: NewCodePayment) =>
    call({
      method: 'POST',
      path: '/v3/pix/qrCodes/pay',
      body: {
        qrCode: { payload },
        value: toNumber(amountCents),
        description: withReference(description, externalReference, MAX_DESCRIPTION),
      },
      answer: pixDebitSchema,
    }),

  pixDebitById: (id: string) =>
    call({ method: 'GET', path: '/v3/pix/transactions/{id}', parts: { id }, answer: pixDebitSchema }),

  /** The paid code whose description ends with this reference; null when the whole list has none. Unreadable others are skipped. */
  pixDebitByReference: (externalReference: string) => {
    const others = z
      .object({ description: z.string().nullish() })
      .refine(({ description }) => referenceIn(description) !== externalReference)
      .transform(() => null);
    const item = z.union([pixDebitSchema, others]);
    return findInPages(
      call,
      { ...LIST, item },
      (one) => one?.externalReference === externalReference && !one.isTransfer,
    );
  },

  /** Paid codes. */
  pixDebits: async (since: string) =>
    mapped(await pagesSince(call, { ...LIST, item: pixDebitSchema }, since), (debits) =>
      debits.filter(({ isTransfer, createdOn }) => !isTransfer && (createdOn === null || createdOn >= since)),
    ),
});
