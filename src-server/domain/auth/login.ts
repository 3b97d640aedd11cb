import { z } from 'zod';
import { PASSWORD_LENGTH } from '#domain/limits';

/** The document is not validated here: a message would reveal who is a customer. */
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
