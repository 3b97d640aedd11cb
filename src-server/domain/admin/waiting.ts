import { z } from 'zod';
import { pageFields } from '#domain/page';

export const waitingPageSchema = z.object(pageFields);
export type WaitingPageInput = z.output<typeof waitingPageSchema>;
