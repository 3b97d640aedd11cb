import { z } from 'zod';
import { pageFields } from '#domain/page';

/** A page of what waits for somebody: payments without an end, or mail that was given up. */
export const waitingPageSchema = z.object(pageFields);
export type WaitingPageInput = z.output<typeof waitingPageSchema>;
