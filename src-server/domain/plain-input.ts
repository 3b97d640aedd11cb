import { refuse } from '#domain/refusal';

/**
 * How the input of a tRPC call travels: `{json: value}`, plain JSON. superjson's `meta` is refused: it would build
 * values (a typed array of a hundred million numbers) before any schema or limit has seen them. Answers keep superjson.
 */
export const plainInput = {
  serialize: (value: unknown): unknown => ({ json: value }),
  /** The value of an envelope, undefined for an empty one; refuses MALFORMED_BODY for anything else. */
  deserialize(sent: unknown): unknown {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) refuse('MALFORMED_BODY');
    if (Object.keys(sent).some((name) => name !== 'json')) refuse('MALFORMED_BODY');
    return 'json' in sent ? sent.json : undefined;
  },
};
