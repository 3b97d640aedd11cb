import { z } from 'zod';
import { idempotencyKeySchema, reasonSchema } from '#domain/account/transfer';
import { idSchema } from '#domain/page';

/** The person concerned reads the reason, and the audit log keeps it. */
export const withReasonSchema = z.object({ id: idSchema, reason: reasonSchema });
export type WithReasonInput = z.output<typeof withReasonSchema>;

export const reverseSchema = withReasonSchema.extend({ idempotencyKey: idempotencyKeySchema });
export type ReverseInput = z.output<typeof reverseSchema>;
