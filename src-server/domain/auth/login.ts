import { z } from 'zod';
import { PASSWORD_LENGTH } from '#domain/limits';

/**
 * Document and password of a login (section 5). Whether the document is one, and anybody's, is not said here: that would
 * tell strangers who is a customer.
 */
export const loginSchema = z.object({
  document: z
    .string({ error: 'CPF ou CNPJ é obrigatório' })
    .trim()
    .min(11, { error: 'CPF ou CNPJ é obrigatório' })
    .max(30, { error: 'CPF ou CNPJ inválido' }),
  password: z
    .string({ error: 'Senha é obrigatória' })
    .min(1, { error: 'Senha é obrigatória' })
    .max(PASSWORD_LENGTH.max, { error: `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres` }),
});
export type LoginInput = z.output<typeof loginSchema>;
