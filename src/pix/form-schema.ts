import { z } from 'zod';
import { typedAmountSchema } from '#domain/amount';
import { moveSchema, pixTransferSchema } from '#domain/pix/input';
import { qrCodeSchema } from '#domain/pix/key-input';

/** The first step of a PIX: whom to, how much, what for. What a code asks for the screen fills in itself. */
export const pixDraftSchema = z.object({
  pixKey: pixTransferSchema.shape.pixKey,
  amount: typedAmountSchema,
  description: pixTransferSchema.shape.description,
});

/** What the person filled in, as the procedure takes it; the amount is decimal text. */
export type PixDraft = { pixKey: string; amount: string; description: string };

/** The first step of moving money between one's own two accounts. */
export const moveDraftSchema = moveSchema.pick({ direction: true }).extend({ amount: typedAmountSchema });
export type MoveDraft = { direction: 'in' | 'out'; amount: string };

/** The form behind a QR Code. */
export const chargeSchema = qrCodeSchema.extend({ amount: typedAmountSchema });
