import { z } from 'zod';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { EXTERNAL_STATUSES, REVIEWS } from '#domain/pix/words';
import { DOCUMENT_STATUSES } from '#server/provider/shapes';

const money = z.string().regex(/^-?\d+\.\d{2}$/);
const nullable = z.string().nullable();
const review = z.enum(REVIEWS).nullable();

/** `isFresh`: fetched just now; otherwise as of `checkedAt` (null, with null reviews: never fetched). */
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

/**
 * With `onboardingUrl` the document is uploaded there instead. `hasSides`: it has a front and a back, each a file of its own
 * unless one PDF has both. `fileCount`: files that the provider has.
 */
export const documentSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  description: nullable,
  status: z.enum(DOCUMENT_STATUSES),
  onboardingUrl: nullable,
  hasSides: z.boolean(),
  fileCount: z.int(),
});
export type DocumentAnswer = z.output<typeof documentSchema>;

export const documentListSchema = z.object({
  documents: z.array(documentSchema),
  rejectReasons: z.array(z.string()),
});
export type DocumentList = z.output<typeof documentListSchema>;

/** `key` is null while the provider creates a random one. */
export const keySchema = z.object({
  id: z.string(),
  key: nullable,
  type: z.enum(PIX_KEY_TYPES),
  status: z.string(),
});
export type KeyAnswer = z.output<typeof keySchema>;

/** `image` is a PNG in base64 without `data:`. */
export const qrCodeAnswerSchema = z.object({ id: z.string(), image: z.string(), payload: z.string() });
export type QrCodeAnswer = z.output<typeof qrCodeAnswerSchema>;

/** The payments of a code, newest first. */
export const codePaymentsSchema = z.array(z.object({ id: z.string(), amount: money, payerName: nullable }));
export type CodePayments = z.output<typeof codePaymentsSchema>;

/**
 * What a PIX code charges today. `amount`: to be paid, with fine and interest, less rebate and discount; null: the payer chooses.
 * `original`: before them. `institution`: of who receives. A static code's `name` is what the code claims.
 */
export const decodedSchema = z.object({
  key: nullable,
  keyType: z.enum(PIX_KEY_TYPES).nullable(),
  name: nullable,
  city: nullable,
  document: nullable,
  institution: nullable,
  amount: money.nullable(),
  original: money.nullable(),
  rebate: money,
  discount: money,
  fine: money,
  interest: money,
  dueDate: z.iso.date().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  description: nullable,
  txid: nullable,
  isDynamic: z.boolean(),
});
export type DecodedAnswer = z.output<typeof decodedSchema>;

export const balanceAnswerSchema = z.object({ balance: money });
export type BalanceAnswer = z.output<typeof balanceAnswerSchema>;

export const messageSchema = z.object({ message: z.string() });
