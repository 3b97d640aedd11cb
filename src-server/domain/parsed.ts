import { z } from 'zod';

/** For `transform`: what `parse` answers null for is refused. */
export const parsedBy =
  <In, Out>(parse: (value: In) => Out | null, message: string) =>
  (value: In, context: z.RefinementCtx): Out => {
    const parsed = parse(value);
    if (parsed !== null) return parsed;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
