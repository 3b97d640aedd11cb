import { z } from 'zod';
import { limitSchema } from '#domain/page';

/** A page of who has looked at one's record, newest first. */
export const accessHistorySchema = z.object({
  cursor: z
    .string({ error: 'Cursor inválido' })
    .regex(/^\d{1,15}$/, { error: 'Cursor inválido' })
    .optional(),
  limit: limitSchema,
});
export type AccessHistoryInput = z.output<typeof accessHistorySchema>;
