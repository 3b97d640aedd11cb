/**
 * The three steps of moving money, dados → conferir → comprovante: `Draft` is what was filled in, `Found` what the bank
 * said about it (who receives it), `Receipt` what came of it. The idempotency key is born with the second step and lives
 * as long as it does, so that every try of one confirmation moves the money once. `outcome` is `unknown` while a try was
 * sent and no answer said what became of it.
 */
export type MoveFlow<Draft, Found, Receipt> =
  | { step: 'fill'; draft: Draft }
  | {
      step: 'check';
      draft: Draft;
      found: Found;
      idempotencyKey: string;
      outcome: 'none' | 'unknown';
    }
  | { step: 'receipt'; receipt: Receipt };

export type MoveEvent<Draft, Found, Receipt> =
  | { type: 'review'; draft: Draft; found: Found; idempotencyKey: string }
  | { type: 'refreshed'; seenKey: string; found: Found; idempotencyKey: string }
  | { type: 'back' }
  | { type: 'failed'; failure: Failure }
  | { type: 'done'; receipt: Receipt }
  | { type: 'restart'; draft: Draft };

/**
 * What a failed try says about the money. refused: this was looked at and not made · unanswered: it may have
 * been made · notReached: it was stopped before, which says nothing about an earlier try.
 */
export type Failure = 'refused' | 'unanswered' | 'notReached';

/**
 * Reads the failure out of the answer's HTTP status (null: no answer came) and, where there is one, the bank's `code`: it
 * asks the payment provider before anything is set aside, so that PROVIDER_* says that nothing was begun.
 */
export function failureOf(httpStatus: number | null, code?: string): Failure {
  if (httpStatus === null || httpStatus >= 500)
    return httpStatus === 503 || code?.startsWith('PROVIDER_') ? 'notReached' : 'unanswered';
  return [400, 403, 404, 409, 422].includes(httpStatus) ? 'refused' : 'notReached';
}

/**
 * The next state; an event that the current step does not know changes nothing. `refreshed` is what the bank says now of
 * the summary whose key was `seenKey`: it may come when another one is open, or none.
 */
export function nextStep<Draft, Found, Receipt>(
  flow: MoveFlow<Draft, Found, Receipt>,
  event: MoveEvent<Draft, Found, Receipt>,
): MoveFlow<Draft, Found, Receipt> {
  if (event.type === 'restart') return isUnknown(flow) ? flow : { step: 'fill', draft: event.draft };
  if (event.type === 'review') {
    if (flow.step !== 'fill') return flow;
    const { draft, found, idempotencyKey } = event;
    return { step: 'check', draft, found, idempotencyKey, outcome: 'none' };
  }
  if (flow.step !== 'check') return flow;
  switch (event.type) {
    case 'done':
      return { step: 'receipt', receipt: event.receipt };
    case 'refreshed': {
      if (isUnknown(flow) || flow.idempotencyKey !== event.seenKey) return flow;
      return { ...flow, found: event.found, idempotencyKey: event.idempotencyKey };
    }
    case 'back':
      return isUnknown(flow) ? flow : { step: 'fill', draft: flow.draft };
    case 'failed': {
      if (event.failure === 'notReached') return flow;
      return { ...flow, outcome: event.failure === 'refused' ? 'none' : 'unknown' };
    }
  }
}

/** A new key for money that may have moved already could move it twice. */
const isUnknown = <Draft, Found, Receipt>(flow: MoveFlow<Draft, Found, Receipt>): boolean =>
  flow.step === 'check' && flow.outcome === 'unknown';
