import { z } from 'zod';
import { receiveSchema } from '#domain/account/transfer';
import { PIX_KEY_TYPES, parseKeyAs } from './key.ts';

const MAX_PAYLOAD_LENGTH = 512;

/** `key` is required except for EVP; comes out in canonical form. Also the form's resolver. */
export const createKeySchema = z
  .object({
    type: z.enum(PIX_KEY_TYPES, { error: 'Selecione o tipo da chave' }),
    key: z.string({ error: 'Chave PIX inválida' }).max(100, { error: 'Chave PIX inválida' }).nullish(),
  })
  .transform(({ type, key }, context) => {
    if (type === 'EVP') return { type };
    const typed = key?.trim() ?? '';
    const canonical = parseKeyAs(type, typed);
    if (canonical !== null) return { type, key: canonical };
    const message = typed === '' ? 'Informe a chave PIX' : 'Chave PIX inválida';
    context.addIssue({ code: 'custom', path: ['key'], message });
    return z.NEVER;
  });
export type CreateKeyInput = z.output<typeof createKeySchema>;

export const qrCodeSchema = receiveSchema;
export type QrCodeInput = z.output<typeof qrCodeSchema>;

export const decodeSchema = z.object({
  payload: z
    .string({ error: 'Cole o código PIX' })
    .trim()
    .min(1, { error: 'Cole o código PIX' })
    .max(MAX_PAYLOAD_LENGTH, { error: 'Código PIX inválido' }),
});
