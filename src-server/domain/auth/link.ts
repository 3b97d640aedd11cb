import { z } from 'zod';

export const linkTokenSchema = z
  .string({ error: 'Link inválido' })
  .min(1, { error: 'Link inválido' })
  .max(200, { error: 'Link inválido' });
