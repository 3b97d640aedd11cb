import type { z } from 'zod';
import { withReasonSchema } from '#domain/admin/reason';
import { emailSchema } from '#domain/auth/register';

/** An administrator's correction of a customer's e-mail. */
export const correctEmailSchema = withReasonSchema.extend({ email: emailSchema });
export type CorrectEmailInput = z.output<typeof correctEmailSchema>;
