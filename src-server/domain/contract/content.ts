import { z } from 'zod';
import { CONTRACT_TYPES } from './words.ts';

/** A term of a contract as people read it: 'Valor aplicado', 'R$ 1.000,00'. */
const termSchema = z.object({ name: z.string(), text: z.string() });

/** Who a contract binds; `document` and `address` as they stand in it. */
const partySchema = z.object({
  role: z.string(),
  name: z.string(),
  document: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string(),
});

/**
 * Everything a contract says, fixed when it is made: the parties, the terms, the clauses, and for credit every instalment.
 * Texts are in Portuguese and final; amounts and dates are written out. Its canonical JSON is what the hash covers.
 */
export const contractContentSchema = z.object({
  title: z.string(),
  type: z.enum(CONTRACT_TYPES),
  textVersion: z.string(),
  /** 'YYYY-MM-DD' */
  madeOn: z.string(),
  parties: z.array(partySchema),
  terms: z.array(termSchema),
  clauses: z.array(z.object({ title: z.string(), text: z.string() })),
  schedule: z
    .object({ note: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
    .nullable(),
});
export type ContractContent = z.infer<typeof contractContentSchema>;
export type ContractTerm = z.infer<typeof termSchema>;
export type ContractParty = z.infer<typeof partySchema>;
