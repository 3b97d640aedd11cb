import { z } from 'zod';
import { CONTACT_TYPES, DIFFICULTIES } from '#domain/contact/words';
import { momentSchema } from '#domain/day-schema';
import { idSchema } from '#domain/page';
import { cleanLines } from '#domain/text';

export const MAX_NOTES_LENGTH = 4000;

const REQUIRED = 'Por favor, preencha o relatório de contato';

export const notesSchema = z
  .string({ error: REQUIRED })
  .transform(cleanLines)
  .pipe(
    z
      .string()
      .min(1, { error: REQUIRED })
      .max(MAX_NOTES_LENGTH, { error: `Relatório deve ter no máximo ${MAX_NOTES_LENGTH} caracteres` }),
  );

const resolvedSchema = z.boolean({ error: 'Informe se o contato foi resolvido' });

export const contactFormSchema = z.object({
  contactType: z.enum(CONTACT_TYPES, { error: 'Selecione o tipo de contato' }),
  notes: notesSchema,
  difficulty: z.enum(DIFFICULTIES, { error: 'Selecione a dificuldade' }),
  resolved: resolvedSchema.default(false),
});

/** `contactDate` defaults to now. */
export const createContactSchema = contactFormSchema.extend({
  clientId: idSchema,
  operationId: idSchema.nullish().transform((id) => id ?? null),
  contactDate: momentSchema('Data do contato inválida').nullish(),
});
export type CreateContactInput = z.output<typeof createContactSchema>;

/** Only the given fields change. */
export const changeContactSchema = contactFormSchema
  .extend({ resolved: resolvedSchema })
  .partial()
  .extend({ id: idSchema });
export type ChangeContactInput = z.output<typeof changeContactSchema>;
