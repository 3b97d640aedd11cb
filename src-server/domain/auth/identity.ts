import { z } from 'zod';
import { currentPasswordSchema } from '#domain/auth/password';
import { anyTwoFactorCodeSchema } from '#domain/auth/two-factor';

/** What proves again who somebody is: the password and, of who has one, the second factor (the app's code or a backup code). */
export const identitySchema = z.object({
  password: currentPasswordSchema,
  code: anyTwoFactorCodeSchema.optional(),
});
export type IdentityInput = z.output<typeof identitySchema>;
