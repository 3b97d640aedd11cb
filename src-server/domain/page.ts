import { z } from 'zod';
import { cleanText } from '#domain/text';

/** Where a page of a list begins: the word that the page before it ended with. */
export const cursorSchema = z
  .string({ error: 'Cursor inválido' })
  .max(200, { error: 'Cursor inválido' })
  .optional();

/** What is searched for in a list; blanks alone search for nothing. */
export const searchSchema = z
  .string({ error: 'Busca inválida' })
  .transform(cleanText)
  .pipe(z.string().max(100, { error: 'Busca deve ter no máximo 100 caracteres' }))
  .optional()
  .transform((text) => text || undefined);

/** A filter by yes or no; a query string carries it as text. */
export const flagSchema = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
    error: 'Filtro inválido',
  })
  .optional();

/** An id that somebody names: whether there is such a thing is the bank's to say. PostgreSQL's text holds no NUL. */
export const idSchema = z
  .string({ error: 'Identificador não informado' })
  .regex(/^[\w-]{1,64}$/, { error: 'Não encontrado' });
