import { z } from 'zod';
import { proposalSchema } from '#domain/credit/input';
import { COLLATERAL_OPTIONS, type ProposalDraft, proposalOf } from './draft.ts';

export const draftSchema = z
  .object({
    amount: z.string(),
    termMonths: z.string(),
    purpose: z.string(),
    collateral: z.enum(COLLATERAL_OPTIONS.map(({ value }) => value)),
    collateralRenavam: z.string(),
    collateralPlaca: z.string(),
    collateralChassis: z.string(),
    collateralAnoFabricacao: z.string(),
    collateralAnoModelo: z.string(),
  } satisfies Record<keyof ProposalDraft, z.ZodType>)
  .transform(proposalOf)
  .pipe(proposalSchema);
