import { z } from 'zod';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import {
  CLAIM_ENDS,
  CLAIM_KINDS,
  type ClaimAct,
  type ClaimKind,
  type ClaimStatus,
} from '#domain/pix/key-claim';
import type { Call } from './call.ts';
import { nullableMoment } from './code-shapes.ts';
import { idSchema as id, nullableName, nullableText } from './fields.ts';
import { allPages } from './pages.ts';

/** Not documented by the provider: assumed after the DICT API (docs/decisions/045). */
const PATH = '/v3/pix/addressKeys/claims';

const STATUSES: Record<string, ClaimStatus> = {
  OPEN: 'waiting',
  WAITING_RESOLUTION: 'waiting',
  CONFIRMED: 'confirmed',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
};

const lower = z.string().transform((text) => text.toLowerCase());

export const keyClaimSchema = z
  .object({
    id,
    type: lower.pipe(z.enum(CLAIM_KINDS)),
    role: lower.pipe(z.enum(['claimer', 'donor'])),
    status: z.enum(Object.keys(STATUSES)),
    key: z.string().min(1),
    keyType: z.enum(PIX_KEY_TYPES),
    otherIspbName: nullableName,
    resolutionPeriodEnd: nullableMoment,
    completionPeriodEnd: nullableMoment,
    endedBy: nullableText,
  })
  .transform(({ type, status, endedBy, ...claim }) => ({
    ...{ id: claim.id, kind: type, role: claim.role, key: claim.key, keyType: claim.keyType },
    status: STATUSES[status] ?? 'waiting',
    institution: claim.otherIspbName,
    resolveBy: claim.resolutionPeriodEnd,
    completeBy: claim.completionPeriodEnd,
    endedBy: CLAIM_ENDS.find((end) => end === endedBy?.toLowerCase()) ?? 'provider',
  }));
export type ProviderClaim = z.output<typeof keyClaimSchema>;

export const claimCalls = (call: Call) => ({
  /** Of keys that the account wants or has, open and ended. */
  keyClaims: () => allPages(call, { path: PATH, item: keyClaimSchema, pageSize: 100 }),

  claimKey: (kind: ClaimKind, key: string) =>
    call({ method: 'POST', path: PATH, body: { type: kind.toUpperCase(), key }, answer: keyClaimSchema }),

  actOnClaim: (claimId: string, act: ClaimAct) =>
    call({
      method: 'POST',
      path: `${PATH}/{id}/${act}`,
      parts: { id: claimId },
      body: {},
      answer: keyClaimSchema,
    }),
});
