import { z } from 'zod';
import { emailSchema, newPasswordSchema } from '#domain/auth/register';
import { PASSWORD_LENGTH } from '#domain/limits';

/** The password that a signed-in person has, asked again. */
export const currentPasswordSchema = z
  .string({ error: 'Senha atual é obrigatória' })
  .min(1, { error: 'Senha atual é obrigatória' })
  .max(PASSWORD_LENGTH.max, { error: `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres` });

/** A change of password: the one that counts until now, and the next one. */
export const changePasswordSchema = z
  .object({ current: currentPasswordSchema, next: newPasswordSchema })
  .refine(({ current, next }) => current !== next, {
    path: ['next'],
    error: 'A nova senha deve ser diferente da atual',
  });
export type ChangePasswordInput = z.output<typeof changePasswordSchema>;

/** Whom to send a link to a new password. */
export const recoveryRequestSchema = z.object({ email: emailSchema });
export type RecoveryRequestInput = z.output<typeof recoveryRequestSchema>;

/** The token of that link, and the new password. */
export const recoveryResetSchema = z.object({
  token: z
    .string({ error: 'Link inválido' })
    .trim()
    .min(1, { error: 'Link inválido' })
    .max(200, { error: 'Link inválido' }),
  password: newPasswordSchema,
});
export type RecoveryResetInput = z.output<typeof recoveryResetSchema>;
