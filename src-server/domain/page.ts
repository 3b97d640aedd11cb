import { z } from 'zod';
import { cleanText } from '#domain/text';

/** Where a page of a list begins: the word that the page before it ended with. */
export const cursorSchema = z
  .string({ error: 'Cursor inválido' })
  .max(200, { error: 'Cursor inválido' })
  .optional();

/** Rows a page has when nothing is asked, and at most (contract of the lists). */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** The size of a page: a number, or digits as a query string carries them; from 1 to 200. */
export const limitSchema = z
  .union([z.number(), z.string().regex(/^\d{1,3}$/)], { error: 'Limite inválido' })
  .transform(Number)
  .pipe(
    z
      .int({ error: 'Limite inválido' })
      .min(1, { error: 'Limite inválido' })
      .max(MAX_PAGE_SIZE, { error: `Limite é de no máximo ${MAX_PAGE_SIZE}` }),
  )
  .default(DEFAULT_PAGE_SIZE);

/** The page of a list that is asked for. */
export const pageFields = { cursor: cursorSchema, limit: limitSchema };

/** The order of a list: `createdAt` or another of its fields, with a minus before it from the last to the first. */
export const sortSchema = <const Field extends string = never>(...fields: Field[]) =>
  z
    .enum(
      (['createdAt', ...fields] as const).flatMap((field) => [field, `-${field}`] as const),
      { error: 'Ordem inválida' },
    )
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
