import type { PixKey } from '#domain/pix/key';
import type { PaymentKind } from './words.ts';

const CNPJ_LENGTH = 14;

/** A person unless the key or the payee's document is a CNPJ: the directory tells the payee only after a payment. */
export const pixKindOf = ({ type }: PixKey, document: string | null): PaymentKind & `pix_${string}` =>
  type === 'CNPJ' || document?.length === CNPJ_LENGTH ? 'pix_company' : 'pix_person';
