import type { PixKey } from '#domain/pix/key';
import { isCompany } from '#domain/tax-id';
import type { PaymentKind } from './words.ts';

/**
 * A person unless the key or the payee's document is a CNPJ: the directory tells the payee only after a payment, with a CPF masked
 * ('***.444.777-**').
 */
export const pixKindOf = (
  key: Pick<PixKey, 'type'> | null,
  document: string | null,
): PaymentKind & `pix_${string}` =>
  key?.type === 'CNPJ' || (document !== null && isCompany(document)) ? 'pix_company' : 'pix_person';
