import { canonicalJson } from '#domain/canonical-json';
import type { PaymentKind } from './words.ts';

/** What the owner confirms. `document`: its last four digits; `day`: the bank's. */
export type ConfirmedPayment = {
  kind: PaymentKind;
  target: string;
  payee: string | null;
  document: string | null;
  amountCents: number;
  day: string;
};

const VERSION = 1;
const SHOWN_DIGITS = 4;

/** Canonical JSON. A passkey signs its SHA-256 as the challenge; `confirmation`, an id, makes each one unique. */
export const contentOf = ({ document, ...payment }: ConfirmedPayment, confirmation: string): string =>
  canonicalJson({ v: VERSION, confirmation, ...payment, document: document?.slice(-SHOWN_DIGITS) ?? null });

export const paymentIn = (content: string): ConfirmedPayment => JSON.parse(content) as ConfirmedPayment;
