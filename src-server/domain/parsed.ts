import { z } from 'zod';

/** For `transform`: refuses input for which `parse` returns null. */
export const parsedBy =
  <In, Out>(parse: (value: In) => Out | null, message: string) =>
  (value: In, context: z.RefinementCtx): Out => {
    const parsed = parse(value);
    if (parsed !== null) return parsed;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
