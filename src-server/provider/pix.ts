import type { PixKeyType } from '#domain/pix/key';
import type { Call } from './call.ts';
import { toNumber } from './fields.ts';
import { paymentSchema } from './money-shapes.ts';
import { allPages, firstPage } from './pages.ts';
import { keyOwnerSchema, pixKeySchema, staticQrSchema } from './shapes.ts';

export const pixCalls = (call: Call) => ({
  keys: () => allPages(call, { path: '/v3/pix/addressKeys', item: pixKeySchema, pageSize: 100 }),

  /** A random key (EVP) is chosen by the provider. */
  createKey: (type: PixKeyType, key?: string) =>
    call({
      method: 'POST',
      path: '/v3/pix/addressKeys',
      body: { type, ...(key !== undefined && { key }) },
      answer: pixKeySchema,
    }),

  deleteKey: (id: string) =>
    call({ method: 'DELETE', path: '/v3/pix/addressKeys/{id}', parts: { id }, answer: pixKeySchema }),

  /** Whose any key of the directory is; 400 if nobody's. Each look-up takes a token from the account's bucket at the directory. */
  keyOwner: (type: PixKeyType, key: string) =>
    call({
      method: 'GET',
      path: '/v3/pix/addressKeys/external',
      query: { type, key },
      answer: keyOwnerSchema,
    }),

  /** A reusable code; without an amount the payer enters it. */
  staticQr: ({
    addressKey,
    description,
    amountCents,
  }: {
    addressKey: string;
    description: string;
    amountCents: number | null;
  }) =>
    call({
      method: 'POST',
      path: '/v3/pix/qrCodes/static',
      body: {
        addressKey,
        description,
        ...(amountCents !== null && { value: toNumber(amountCents) }),
        format: 'ALL',
        allowsMultiplePayments: true,
      },
      answer: staticQrSchema,
    }),

  /** The newest payments of one static code, 100 at most. */
  newestOfCode: (pixQrCodeId: string) =>
    firstPage(call, { path: '/v3/payments', query: { pixQrCodeId }, item: paymentSchema, pageSize: 100 }),
});
