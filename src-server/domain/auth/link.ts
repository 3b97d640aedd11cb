import { z } from 'zod';

/** The token of a link that was sent by e-mail. */
export const linkTokenSchema = z
  .string({ error: 'Link inválido' })
  .min(1, { error: 'Link inválido' })
  .max(200, { error: 'Link inválido' });
