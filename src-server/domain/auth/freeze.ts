import { z } from 'zod';
import { linkTokenSchema } from '#domain/auth/link';

export const freezeByLinkSchema = z.object({ token: linkTokenSchema });
export type FreezeByLinkInput = z.output<typeof freezeByLinkSchema>;
