import { refuse } from '#domain/refusal';

/** tRPC input without superjson's `meta`, which could allocate huge values before validation. */
export const plainInput = {
  serialize: (value: unknown): unknown => ({ json: value }),
  /** Undefined for an empty envelope; refuses MALFORMED_BODY. */
  deserialize(sent: unknown): unknown {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) refuse('MALFORMED_BODY');
    if (Object.keys(sent).some((name) => name !== 'json')) refuse('MALFORMED_BODY');
    return 'json' in sent ? sent.json : undefined;
  },
};
