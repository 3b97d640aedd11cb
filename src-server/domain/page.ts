import { z } from 'zod';
import { cleanText } from '#domain/text';

export const cursorSchema = z
  .string({ error: 'Cursor inválido' })
  .max(200, { error: 'Cursor inválido' })
  .optional();

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

/** A number, or digits from a query string; 1 to 200. */
export const limitSchema = z
  .union([z.number(), z.string().regex(/^\d{1,3}$/, { error: 'Limite inválido' })], {
    error: 'Limite inválido',
  })
  .transform(Number)
  .pipe(
    z
      .int({ error: 'Limite inválido' })
      .min(1, { error: 'Limite inválido' })
      .max(MAX_PAGE_SIZE, { error: `Limite é de no máximo ${MAX_PAGE_SIZE}` }),
  )
  .default(DEFAULT_PAGE_SIZE);

/** For a list that is whole unless a limit is asked for. */
export const optionalLimitSchema = limitSchema.unwrap().optional();

export const pageFields = { cursor: cursorSchema, limit: limitSchema };

/** Input of a list: filters, order and page, all optional. */
export const listInput = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.object({ ...filters, ...pageFields }).prefault({} as never);

export const pageInputSchema = listInput({});
export type PageInput = z.output<typeof pageInputSchema>;

/** `createdAt` or another field; a leading minus means descending. */
export const sortSchema = <const Field extends string = never>(...fields: Field[]) =>
  z
    .enum(
      (['createdAt', ...fields] as const).flatMap((field) => [field, `-${field}`] as const),
      { error: 'Ordem inválida' },
    )
    .optional();

export const searchSchema = z
  .string({ error: 'Busca inválida' })
  .transform(cleanText)
  .pipe(z.string().max(100, { error: 'Busca deve ter no máximo 100 caracteres' }))
  .optional()
  .transform((text) => text || undefined);

export const flagSchema = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
    error: 'Filtro inválido',
  })
  .optional();

/** An id as sent; only its shape is checked. PostgreSQL text cannot hold NUL. */
export const idSchema = z
  .string({ error: 'Identificador não informado' })
  .regex(/^[\w-]{1,64}$/, { error: 'Não encontrado' });

export const byIdSchema = z.object({ id: idSchema });
