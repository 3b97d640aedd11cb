import { z } from 'zod';

/** Input is cut before validation: Zod validates all elements before the length. */
export const listSchema = <Item extends z.ZodType>(
  item: Item,
  max: number,
  { error, tooMany }: { error: string; tooMany: string },
) =>
  z.preprocess(
    (sent: z.input<Item>[]) => (Array.isArray(sent) ? sent.slice(0, max + 1) : sent),
    z.array(item, { error }).max(max, { error: tooMany }),
  );
