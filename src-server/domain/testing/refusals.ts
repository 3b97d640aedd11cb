import type { z } from 'zod';

/** What a schema refuses of an input: the first message at each path ('' for the whole), nothing where it accepts. */
export function refusalsOf(schema: z.ZodType, input: unknown): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}
