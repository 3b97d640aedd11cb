import { z } from 'zod';
import { linkTokenSchema } from '#domain/auth/link';

export const undoByLinkSchema = z.object({ token: linkTokenSchema });
export type UndoByLinkInput = z.output<typeof undoByLinkSchema>;
