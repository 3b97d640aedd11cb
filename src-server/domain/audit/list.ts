import { z } from 'zod';
import { AUDIT_ACTION_LABELS, AUDIT_ENTITY_LABELS } from '#domain/audit/words';
import { daySchema } from '#domain/day-schema';
import { idSchema, listInput, searchSchema, sortSchema } from '#domain/page';
import { plainText } from '#domain/text';

const wordSchema = (error: string) => z.string({ error }).regex(/^[a-z_]{1,64}$/, { error });

/** Names of settings and tasks are ids too. */
const entityIdSchema = z
  .string({ error: 'Alvo inválido' })
  .regex(/^[\w.:-]{1,64}$/, { error: 'Alvo inválido' });
const ipSchema = z
  .string({ error: 'Endereço IP inválido' })
  .trim()
  .regex(/^[\da-f.:]{2,45}$/i, { error: 'Endereço IP inválido' })
  .transform((ip) => ip.toLowerCase());

/** `q` searches users, actions and entity types (codes and labels); days are the bank's, both included. */
const filters = {
  q: searchSchema,
  action: wordSchema('Ação inválida').optional(),
  entityType: wordSchema('Tipo inválido').optional(),
  userId: idSchema.optional(),
  /** What was acted on, by its id. */
  entityId: entityIdSchema.optional(),
  ip: ipSchema.optional(),
  from: daySchema('Data inicial inválida').optional(),
  to: daySchema('Data final inválida').optional(),
};

export const auditListSchema = listInput({ ...filters, sort: sortSchema() });
export type AuditListInput = z.output<typeof auditListSchema>;

/** A file has no pages and a fixed order. */
export const auditExportSchema = z.object(filters);
export type AuditFilters = z.output<typeof auditExportSchema>;

/** Ignores case and accents. */
export function auditWordsMatching(q: string): { actions: string[]; entityTypes: string[] } {
  const wanted = plainText(q);
  const holding = (labels: Record<string, string>) =>
    Object.entries(labels)
      .filter(([word, label]) => word.includes(wanted) || plainText(label).includes(wanted))
      .map(([word]) => word);
  return { actions: holding(AUDIT_ACTION_LABELS), entityTypes: holding(AUDIT_ENTITY_LABELS) };
}
