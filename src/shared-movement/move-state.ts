/**
 * The three steps of moving money, dados → conferir → comprovante: `Draft` is what was filled in, `Found` what the bank
 * said about it (who receives it), `Receipt` what came of it. The idempotency key is made with the second step and lives
 * as long as it does, so that every try of one confirmation moves the money once. `outcome` is `unknown` while a try was
 * sent and no answer said what became of it.
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
 * What a failed try says about the money. refused: the bank did not move it · unanswered: it may have moved ·
 * notReached: the try was stopped before the bank looked at it, which says nothing about an earlier try.
 */
export type Failure = 'refused' | 'unanswered' | 'notReached';

/**
 * The failure for an HTTP status (null: no answer came) and the bank's `code` (undefined: the answer has none). The bank asks the payment provider
 * before it reserves the money, so PROVIDER_* means that nothing was begun.
 */
export function failureOf(httpStatus: number | null, code: string | undefined): Failure {
  if (code === 'OUTCOME_UNKNOWN') return 'unanswered';
  if (httpStatus === null || httpStatus >= 500)
    return httpStatus === 503 || code?.startsWith('PROVIDER_') ? 'notReached' : 'unanswered';
  return [400, 403, 404, 409, 422].includes(httpStatus) ? 'refused' : 'notReached';
}

/**
 * The next state; an event that the current step does not know changes nothing. `refreshed` carries what the bank says now
 * about the summary whose key was `seenKey`; it is dropped when that summary is no longer open.
 */
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

/** While this holds, a new key could move the money twice. */
export const isUnknown = <Draft, Found, Receipt>(state: MoveState<Draft, Found, Receipt>): boolean =>
  state.step === 'check' && state.outcome === 'unknown';
