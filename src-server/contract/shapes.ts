import { z } from 'zod';
import type { Tables } from '#db/schema';
import { type ContractContent, contractContentSchema } from '#domain/contract/content';
import { CANCELLED_BECAUSE, CONTRACT_STATUSES, CONTRACT_TYPES } from '#domain/contract/words';
import { documentCode } from '#domain/document/code';

/** `verificationCode` is null before the signature. `cancelledBecause`: what a customer reads about a cancelled contract. */
export const contractSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(CONTRACT_TYPES),
  status: z.enum(CONTRACT_STATUSES),
  signedAt: z.iso.datetime().nullable(),
  relatedId: z.string(),
  verificationCode: z.string().nullable(),
  cancelledBecause: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ContractAnswer = z.infer<typeof contractSchema>;

/** `contentSha256` covers the canonical JSON of the content. */
export const contractWithContentSchema = contractSchema.extend({
  content: contractContentSchema,
  contentSha256: z.string(),
});

export type ContractRow = Tables['contracts']['$inferSelect'];

/** Without the texts, which weigh some kilobytes each. */
export type ListedContract = Omit<ContractRow, 'content' | 'evidence'>;

export const contractAnswer = (row: ListedContract): ContractAnswer =>
  contractSchema.parse({
    ...row,
    signedAt: row.signedAt?.toISOString() ?? null,
    verificationCode: row.signedAt ? documentCode(row.id) : null,
    cancelledBecause: row.status === 'cancelled' ? CANCELLED_BECAUSE[row.type] : null,
    createdAt: row.createdAt.toISOString(),
  });

export const contentOf = (row: Pick<ContractRow, 'content'>): ContractContent =>
  contractContentSchema.parse(JSON.parse(row.content));
