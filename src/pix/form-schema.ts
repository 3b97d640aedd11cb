import { z } from 'zod';
import { typedAmountSchema } from '#domain/amount';
import { moveSchema, pixTransferSchema } from '#domain/pix/input';
import { qrCodeSchema } from '#domain/pix/key-input';

export const pixDraftSchema = z.object({
  pixKey: pixTransferSchema.shape.pixKey,
  amount: typedAmountSchema,
  description: pixTransferSchema.shape.description,
});

/** As typed; the amount is decimal text. */
export type PixDraft = { pixKey: string; amount: string; description: string };

export const moveDraftSchema = moveSchema.pick({ direction: true }).extend({ amount: typedAmountSchema });
export type MoveDraft = { direction: 'in' | 'out'; amount: string };

export const chargeSchema = qrCodeSchema.extend({ amount: typedAmountSchema });
