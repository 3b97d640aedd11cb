import { z } from 'zod';
import { CONTRACT_TYPES } from './words.ts';

/** Example: 'Valor aplicado', 'R$ 1.000,00'. */
const termSchema = z.object({ name: z.string(), text: z.string() });

const partySchema = z.object({
  role: z.string(),
  name: z.string(),
  document: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string(),
});

/** Fixed when the contract is created; texts are final. The hash covers the canonical JSON. */
export const contractContentSchema = z.object({
  title: z.string(),
  type: z.enum(CONTRACT_TYPES),
  textVersion: z.string(),
  /** 'YYYY-MM-DD'. */
  madeOn: z.string(),
  parties: z.array(partySchema),
  terms: z.array(termSchema),
  clauses: z.array(z.object({ title: z.string(), text: z.string() })),
  schedule: z
    .object({ note: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
    .nullable(),
});
export type ContractContent = z.infer<typeof contractContentSchema>;
export type ContractParty = z.infer<typeof partySchema>;
