import { z } from 'zod';
import { limitSchema } from '#domain/account/statement';
import { cursorSchema } from '#domain/page';

/** The page of past reconciliations that an administrator asks for, newest first. */
export const reconciliationListSchema = z.object({ cursor: cursorSchema, limit: limitSchema });
export type ReconciliationListInput = z.output<typeof reconciliationListSchema>;

/** Differences that a report keeps; it says how many there were. */
export const MAX_KEPT_DIFFERENCES = 200;
