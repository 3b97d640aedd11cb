import { refuse } from '#domain/refusal';
import { type Outcome, waitSecondsOf } from './outcome.ts';

const UNKNOWN_ERROR = 'Erro desconhecido';

/**
 * Refuses PROVIDER_REFUSED (the provider's words), PROVIDER_TIMEOUT, PROVIDER_FAILED, PROVIDER_BUSY (its 429).
 * `unsure`: the text when the outcome is unknown.
 */
export function answerOf<T>(outcome: Outcome<T>, unsure?: string): T {
  if (outcome.kind === 'answered') return outcome.value;
  const retryAfterSeconds = waitSecondsOf(outcome);
  if (retryAfterSeconds !== null) refuse('PROVIDER_BUSY', { retryAfterSeconds });
  // Our key was rejected: the customer cannot fix that.
  if (outcome.kind === 'refused' && outcome.status === 401) refuse('PROVIDER_FAILED');
  if (outcome.kind === 'refused')
    refuse('PROVIDER_REFUSED', { text: outcome.errors[0]?.description || UNKNOWN_ERROR });
  if (outcome.kind === 'unreached') refuse('PROVIDER_FAILED');
  const code = outcome.cause === 'timeout' ? 'PROVIDER_TIMEOUT' : 'PROVIDER_FAILED';
  refuse(code, unsure === undefined ? {} : { text: unsure });
}
