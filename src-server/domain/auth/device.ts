import { z } from 'zod';
import { idSchema } from '#domain/page';
import { textSchema } from '#domain/text-schema';

/** What a browser's key signs (ECDSA P-256, SHA-256) to show that a session is open in that browser. */
export const deviceStatement = (sessionId: string): string => `valebank device ${sessionId}`;

/** Base64url of a fixed length. */
const bytesSchema = (length: number, error: string) =>
  z
    .string({ error })
    .length(length, { error })
    .regex(/^[\w-]+$/, { error });

/** SPKI of a P-256 key: 91 bytes. */
const publicKeySchema = bytesSchema(122, 'Chave do aparelho inválida');

/** r and s (IEEE P1363): 64 bytes. */
const signatureSchema = bytesSchema(86, 'Assinatura do aparelho inválida');

export const registerDeviceSchema = z.object({ publicKey: publicKeySchema, signature: signatureSchema });
export type RegisterDeviceInput = z.output<typeof registerDeviceSchema>;

export const proveDeviceSchema = z.object({ id: idSchema, signature: signatureSchema });
export type ProveDeviceInput = z.output<typeof proveDeviceSchema>;

export const renameDeviceSchema = z.object({
  id: idSchema,
  name: textSchema(1, 60, 'Dê um nome ao aparelho', 'Nome deve ter no máximo 60 caracteres'),
});
export type RenameDeviceInput = z.output<typeof renameDeviceSchema>;
