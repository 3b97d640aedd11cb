import { z } from 'zod';

/**
 * A list of at most `max`. Of a longer one no more is looked at than tells that it is longer: a schema checks all elements
 * before the length, and thousands of wrong ones are thousands of messages.
 */
export const listSchema = <Item extends z.ZodType>(
  item: Item,
  max: number,
  { error, tooMany }: { error: string; tooMany: string },
) =>
  z.preprocess(
    (sent: z.input<Item>[]) => (Array.isArray(sent) ? sent.slice(0, max + 1) : sent),
    z.array(item, { error }).max(max, { error: tooMany }),
  );
