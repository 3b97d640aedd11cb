import { z } from 'zod';
import { pageFields } from '#domain/page';

/** The page of past reconciliations that an administrator asks for, newest first. */
export const reconciliationListSchema = z.object(pageFields);
export type ReconciliationListInput = z.output<typeof reconciliationListSchema>;

/** Differences that a report keeps; it says how many there were. */
export const MAX_KEPT_DIFFERENCES = 200;
