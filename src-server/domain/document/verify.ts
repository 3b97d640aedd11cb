import { z } from 'zod';

export const verifyDocumentSchema = z.object({
  code: z.string({ error: 'Código é obrigatório' }).trim().min(1, { error: 'Código é obrigatório' }).max(64),
});
export type VerifyDocumentInput = z.output<typeof verifyDocumentSchema>;
