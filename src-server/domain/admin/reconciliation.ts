import { z } from 'zod';
import { pageFields } from '#domain/page';

export const reconciliationListSchema = z.object(pageFields);
export type ReconciliationListInput = z.output<typeof reconciliationListSchema>;

export const MAX_KEPT_DIFFERENCES = 200;
