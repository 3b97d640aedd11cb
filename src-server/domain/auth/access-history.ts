import { z } from 'zod';
import { limitSchema } from '#domain/page';

export const accessHistorySchema = z.object({
  cursor: z
    .string({ error: 'Cursor inválido' })
    .regex(/^\d{1,15}$/, { error: 'Cursor inválido' })
    .optional(),
  limit: limitSchema,
});
export type AccessHistoryInput = z.output<typeof accessHistorySchema>;
