import { canonicalJson } from '#domain/canonical-json';
import { maskDocument } from '#domain/tax-id';
import type { PaymentKind } from './words.ts';

/** What the owner confirms. `document`: masked, once it is in the content; `day`: the bank's. */
export type ConfirmedPayment = {
  kind: PaymentKind;
  target: string;
  payee: string | null;
  document: string | null;
  amountCents: number;
  day: string;
};

const VERSION = 1;

/**
 * Canonical JSON. A passkey signs its SHA-256 as the challenge; `confirmation`, an id, makes each one unique. A CPF is masked as
 * everywhere else: with other digits than those anybody would put it together.
 */
export const contentOf = ({ document, ...payment }: ConfirmedPayment, confirmation: string): string =>
  canonicalJson({ v: VERSION, confirmation, ...payment, document: document && maskDocument(document) });

export const paymentIn = (content: string): ConfirmedPayment => JSON.parse(content) as ConfirmedPayment;
