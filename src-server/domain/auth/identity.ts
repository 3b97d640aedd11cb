import { z } from 'zod';
import { currentPasswordSchema } from '#domain/auth/password';
import { anyTwoFactorCodeSchema } from '#domain/auth/two-factor';

/** Re-authentication: the password and, if enabled, the second factor (app or backup code). */
export const identitySchema = z.object({
  password: currentPasswordSchema,
  code: anyTwoFactorCodeSchema.optional(),
});
export type IdentityInput = z.output<typeof identitySchema>;
