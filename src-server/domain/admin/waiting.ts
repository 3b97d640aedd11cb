import { z } from 'zod';
import { limitSchema } from '#domain/account/statement';
import { cursorSchema } from '#domain/page';

/** A page of what waits for somebody: payments without an end, or mail that was given up. */
export const waitingPageSchema = z.object({ cursor: cursorSchema, limit: limitSchema });
export type WaitingPageInput = z.output<typeof waitingPageSchema>;
