import type { PixKeyType } from '#domain/pix/key';
import { applyMask } from './mask.ts';

export const KEY_TYPE_LABELS: Record<PixKeyType, string> = {
  EVP: 'Aleatória',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  PHONE: 'Celular',
};

const MASKS = { CPF: 'cpf', CNPJ: 'cnpj', PHONE: 'phone' } as const;

/** Formats a directory key for display: `+5511987654321` becomes `(11) 98765-4321`. */
export function keyText({ type, key }: { type: PixKeyType; key: string }): string {
  if (type === 'EVP' || type === 'EMAIL') return key;
  return applyMask(MASKS[type], type === 'PHONE' ? key.replace(/^\+55/, '') : key);
}
