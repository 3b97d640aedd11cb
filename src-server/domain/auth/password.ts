import { z } from 'zod';
import { emailSchema, newPasswordSchema } from '#domain/auth/register';
import { PASSWORD_LENGTH } from '#domain/limits';

export const currentPasswordSchema = z
  .string({ error: 'Senha atual é obrigatória' })
  .min(1, { error: 'Senha atual é obrigatória' })
  .max(PASSWORD_LENGTH.max, { error: `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres` });

export const changePasswordSchema = z
  .object({ current: currentPasswordSchema, next: newPasswordSchema })
  .refine(({ current, next }) => current !== next, {
    path: ['next'],
    error: 'A nova senha deve ser diferente da atual',
  });
export type ChangePasswordInput = z.output<typeof changePasswordSchema>;

export const recoveryRequestSchema = z.object({ email: emailSchema });
export type RecoveryRequestInput = z.output<typeof recoveryRequestSchema>;

export const recoveryResetSchema = z.object({
  token: z
    .string({ error: 'Link inválido' })
    .trim()
    .min(1, { error: 'Link inválido' })
    .max(200, { error: 'Link inválido' }),
  password: newPasswordSchema,
});
export const recoveryCheckSchema = recoveryResetSchema.pick({ token: true });
export type RecoveryCheckInput = z.output<typeof recoveryCheckSchema>;
export type RecoveryResetInput = z.output<typeof recoveryResetSchema>;
