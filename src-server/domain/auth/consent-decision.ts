import { z } from 'zod';
import { CONSENT_KINDS } from '#domain/auth/consent';

export const consentDecisionSchema = z.object({
  kind: z.enum(CONSENT_KINDS, { error: 'Consentimento desconhecido' }),
  isGranted: z.boolean({ error: 'Informe se concorda ou não' }),
});
export type ConsentDecision = z.output<typeof consentDecisionSchema>;
