import { z } from 'zod';
import { CONTACT_TYPES, DIFFICULTIES } from '#domain/contact/words';
import { momentSchema } from '#domain/day-schema';
import { idSchema } from '#domain/page';
import { cleanLines } from '#domain/text';

/** The longest report of a contact, in characters. */
export const MAX_NOTES_LENGTH = 4000;

const REQUIRED = 'Por favor, preencha o relatório de contato';

/** What was said: not blank (section 5), lines kept. */
export const notesSchema = z
  .string({ error: REQUIRED })
  .transform(cleanLines)
  .pipe(
    z
      .string()
      .min(1, { error: REQUIRED })
      .max(MAX_NOTES_LENGTH, { error: `Relatório deve ter no máximo ${MAX_NOTES_LENGTH} caracteres` }),
  );

/** What the form of a contact asks; also its resolver. */
export const contactFormSchema = z.object({
  contactType: z.enum(CONTACT_TYPES, { error: 'Selecione o tipo de contato' }),
  notes: notesSchema,
  difficulty: z.enum(DIFFICULTIES, { error: 'Selecione a dificuldade' }),
  resolved: z.boolean({ error: 'Informe se o contato foi resolvido' }).default(false),
});

/** A contact with a client, as an administrator registers it; without `contactDate` (a moment) it was just now. */
export const createContactSchema = contactFormSchema.extend({
  clientId: idSchema,
  operationId: idSchema.nullish().transform((id) => id ?? null),
  contactDate: momentSchema('Data do contato inválida').nullish(),
});
export type CreateContactInput = z.output<typeof createContactSchema>;
