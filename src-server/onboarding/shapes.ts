import { z } from 'zod';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { EXTERNAL_STATUSES, REVIEWS } from '#domain/pix/words';
import { DOCUMENT_STATUSES } from '#server/provider/shapes';

const money = z.string().regex(/^-?\d+\.\d{2}$/);
const nullable = z.string().nullable();
const review = z.enum(REVIEWS).nullable();

/**
 * The caller's account at the provider. `isFresh`: the provider was just asked; otherwise what it said at `checkedAt` (null:
 * it was never asked, and the reviews are null too).
 */
export const externalAccountSchema = z.object({
  subAccountId: z.string(),
  status: z.enum(EXTERNAL_STATUSES),
  commercialInfo: review,
  bankAccountInfo: review,
  documentation: review,
  general: review,
  rejectReasons: z.array(z.string()),
  createdAt: z.iso.datetime(),
  documentsDueAt: z.iso.datetime(),
  activatedAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  isFresh: z.boolean(),
});
export type ExternalAccountAnswer = z.output<typeof externalAccountSchema>;

/** A document that the provider wants; with an `onboardingUrl` it is sent there instead of here. */
export const documentSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  description: nullable,
  status: z.enum(DOCUMENT_STATUSES),
  onboardingUrl: nullable,
});
export type DocumentAnswer = z.output<typeof documentSchema>;

export const documentListSchema = z.object({
  documents: z.array(documentSchema),
  rejectReasons: z.array(z.string()),
});
export type DocumentList = z.output<typeof documentListSchema>;

/** A PIX key of the caller's; `key` is null while the provider makes a random one. */
export const keySchema = z.object({
  id: z.string(),
  key: nullable,
  type: z.enum(PIX_KEY_TYPES),
  status: z.string(),
});
export type KeyAnswer = z.output<typeof keySchema>;

/** A code to be paid: a PNG in base64 without `data:`, and the text to copy. */
export const qrCodeAnswerSchema = z.object({ image: z.string(), payload: z.string() });
export type QrCodeAnswer = z.output<typeof qrCodeAnswerSchema>;

/** What a code says, before it is paid; `amount` null: the payer says how much. */
export const decodedSchema = z.object({
  key: nullable,
  keyType: z.enum(PIX_KEY_TYPES).nullable(),
  name: nullable,
  city: nullable,
  document: nullable,
  amount: money.nullable(),
  description: nullable,
  txid: nullable,
  isDynamic: z.boolean(),
});
export type DecodedAnswer = z.output<typeof decodedSchema>;

export const balanceAnswerSchema = z.object({ balance: money });
export type BalanceAnswer = z.output<typeof balanceAnswerSchema>;

export const messageSchema = z.object({ message: z.string() });
