import { z } from 'zod';
import { PASSWORD_LENGTH } from '#domain/limits';

export const CLOSING_WORD = 'ENCERRAR';

export const closeAccountSchema = z.object({
  password: z
    .string({ error: 'Senha é obrigatória' })
    .min(1, { error: 'Senha é obrigatória' })
    .max(PASSWORD_LENGTH.max, { error: `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres` }),
  confirmation: z.literal(CLOSING_WORD, { error: `Digite ${CLOSING_WORD} para confirmar` }),
});
export type CloseAccountInput = z.output<typeof closeAccountSchema>;
