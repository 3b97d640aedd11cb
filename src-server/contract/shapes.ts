import { z } from 'zod';
import type { Tables } from '#db/schema';
import { type ContractContent, contractContentSchema } from '#domain/contract/content';
import { CONTRACT_STATUSES, CONTRACT_TYPES } from '#domain/contract/words';
import { documentCode } from '#domain/document/code';

/** A contract as its customer sees it in a list; `verificationCode` is there once it is signed. */
export const contractSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(CONTRACT_TYPES),
  status: z.enum(CONTRACT_STATUSES),
  signedAt: z.iso.datetime().nullable(),
  relatedId: z.string(),
  verificationCode: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ContractAnswer = z.infer<typeof contractSchema>;

/** One contract with everything it says, and the hash of that. */
export const contractWithContentSchema = contractSchema.extend({
  content: contractContentSchema,
  contentSha256: z.string(),
});

export type ContractRow = Tables['contracts']['$inferSelect'];

/** A row of `contracts` → the answer. */
export const contractAnswer = (row: ContractRow): ContractAnswer => ({
  id: row.id,
  title: row.title,
  type: contractSchema.shape.type.parse(row.type),
  status: contractSchema.shape.status.parse(row.status),
  signedAt: row.signedAt?.toISOString() ?? null,
  relatedId: row.relatedId,
  verificationCode: row.signedAt ? documentCode(row.id) : null,
  createdAt: row.createdAt.toISOString(),
});

/** What a stored contract says. */
export const contentOf = (row: Pick<ContractRow, 'content'>): ContractContent =>
  contractContentSchema.parse(JSON.parse(row.content));
