import { z } from 'zod';

/** A field of an input: dotted name, schema, and an input with only that value. */
export type InputField = { name: string; schema: z.ZodType; holding: (value: unknown) => unknown };

export function fieldsOf(schema: z.ZodType): InputField[] {
  return walk(schema, [], (value) => value);
}

function walk(schema: z.ZodType, path: string[], holding: InputField['holding']): InputField[] {
  const inner = shapeOf(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      walk(field as z.ZodType, [...path, name], (value) => holding({ [name]: value })),
    );
  if (inner instanceof z.ZodArray)
    return walk(inner.element as z.ZodType, [...path, '0'], (value) => holding([value]));
  return path.length === 0 ? [] : [{ name: path.join('.'), schema, holding }];
}

export function shapeOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) {
    const taken = schema.in as z.ZodType;
    return shapeOf(taken instanceof z.ZodTransform ? (schema.out as z.ZodType) : taken);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return shapeOf(schema.unwrap() as z.ZodType);
  return schema;
}
