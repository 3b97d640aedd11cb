import { z } from 'zod';
import type { Call } from './call.ts';
import { idSchema, nullableText } from './fields.ts';
import { findByReference } from './pages.ts';

const PAGE = 100;
const customerSchema = z.object({ id: idSchema, externalReference: nullableText });

/** Whom an account charges. */
export const customerCalls = (call: Call) => ({
  customerByReference: (externalReference: string) =>
    findByReference(
      call,
      { path: '/v3/customers', query: { externalReference }, item: customerSchema, pageSize: PAGE },
      externalReference,
    ),

  /** The provider sends the customer nothing. */
  createCustomer: (customer: { name: string; cpfCnpj: string; externalReference: string }) =>
    call({
      method: 'POST',
      path: '/v3/customers',
      body: { ...customer, notificationDisabled: true },
      answer: customerSchema,
    }),
});
