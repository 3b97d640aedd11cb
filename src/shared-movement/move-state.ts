/**
 * The three steps of a movement, dados → conferir → comprovante: `Draft` is the form's content, `Found` the
 * server's answer to it (e.g. the payee), `Receipt` the result. The idempotency key is created with the summary
 * and lasts as long as it does, so that every retry of one confirmation moves the money once. `outcome` is
 * `unknown` while an attempt was sent and not answered.
 */
export type MoveState<Draft, Found, Receipt> =
  | { step: 'fill'; draft: Draft }
  | {
      step: 'check';
      draft: Draft;
      found: Found;
      idempotencyKey: string;
      outcome: 'none' | 'unknown';
    }
  | { step: 'receipt'; draft: Draft; found: Found; receipt: Receipt };

export type MoveEvent<Draft, Found, Receipt> =
  | { type: 'review'; draft: Draft; found: Found; idempotencyKey: string }
  | { type: 'refreshed'; seenKey: string; found: Found; idempotencyKey: string }
  | { type: 'back' }
  | { type: 'failed'; failure: Failure }
  | { type: 'done'; receipt: Receipt }
  | { type: 'restart'; draft: Draft };

/**
 * What a failed attempt says about the money. refused: not moved · unanswered: may have moved · notReached:
 * stopped before the server processed it, which says nothing about earlier attempts
 */
export type Failure = 'refused' | 'unanswered' | 'notReached';

/** By HTTP status (null: no answer) and error code. PROVIDER_* comes before any money is reserved. */
export function failureOf(httpStatus: number | null, code: string | undefined): Failure {
  if (code === 'OUTCOME_UNKNOWN') return 'unanswered';
  if (httpStatus === null || httpStatus >= 500)
    return httpStatus === 503 || code?.startsWith('PROVIDER_') ? 'notReached' : 'unanswered';
  return [400, 403, 404, 409, 422].includes(httpStatus) ? 'refused' : 'notReached';
}

/** Ignores events that do not apply to the current step, and a `refreshed` for another summary than `seenKey`. */
export function nextStep<Draft, Found, Receipt>(
  state: MoveState<Draft, Found, Receipt>,
  event: MoveEvent<Draft, Found, Receipt>,
): MoveState<Draft, Found, Receipt> {
  if (event.type === 'restart') return isUnknown(state) ? state : { step: 'fill', draft: event.draft };
  if (event.type === 'review') {
    if (state.step !== 'fill') return state;
    const { draft, found, idempotencyKey } = event;
    return { step: 'check', draft, found, idempotencyKey, outcome: 'none' };
  }
  if (state.step !== 'check') return state;
  switch (event.type) {
    case 'done':
      return { step: 'receipt', draft: state.draft, found: state.found, receipt: event.receipt };
    case 'refreshed': {
      if (isUnknown(state) || state.idempotencyKey !== event.seenKey) return state;
      return { ...state, found: event.found, idempotencyKey: event.idempotencyKey };
    }
    case 'back':
      return isUnknown(state) ? state : { step: 'fill', draft: state.draft };
    case 'failed': {
      if (event.failure === 'notReached') return state;
      return { ...state, outcome: event.failure === 'refused' ? 'none' : 'unknown' };
    }
  }
}

/** While true, a new key could move the money twice. */
export const isUnknown = <Draft, Found, Receipt>(state: MoveState<Draft, Found, Receipt>): boolean =>
  state.step === 'check' && state.outcome === 'unknown';
