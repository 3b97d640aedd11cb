import { refuse } from '#domain/refusal';
import type { Outcome } from './outcome.ts';

/** What is said where the provider refuses without saying why (section 8 of the specification). */
const UNKNOWN_ERROR = 'Erro desconhecido';

/**
 * What the provider answered, or the refusal that a person reads: PROVIDER_REFUSED with its own first words,
 * PROVIDER_TIMEOUT, PROVIDER_FAILED. For reading and for what may be asked again; an order's outcome is its own matter.
 * `unsure`: what is said instead where it may have happened.
 */
export function answerOf<T>(outcome: Outcome<T>, unsure?: string): T {
  if (outcome.kind === 'answered') return outcome.value;
  if (outcome.kind === 'refused' && outcome.status === 429) refuse('PROVIDER_FAILED');
  // Our key was not taken: that is between the bank and the provider, nothing that the customer could mend.
  if (outcome.kind === 'refused' && outcome.status === 401) refuse('PROVIDER_FAILED');
  if (outcome.kind === 'refused')
    refuse('PROVIDER_REFUSED', { text: outcome.errors[0]?.description || UNKNOWN_ERROR });
  if (outcome.kind === 'unreached') refuse('PROVIDER_FAILED');
  const code = outcome.cause === 'timeout' ? 'PROVIDER_TIMEOUT' : 'PROVIDER_FAILED';
  refuse(code, unsure === undefined ? {} : { text: unsure });
}
