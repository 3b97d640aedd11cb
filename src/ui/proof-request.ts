import { newSubscribers } from './external-store.ts';

/** Who the user is. `bringsCode`: the call has a second-factor code, valid once, so only the password is asked for. */
type Identity = { of: 'identity'; bringsCode: boolean };
/** That the user wants a payment. `askedAtMs`: `performance.now()`, since the device's clock may be wrong. */
type Payment = { of: 'payment'; confirmationId: string; askedAtMs: number };

/** True: the call may be sent again; false: the user cancelled. */
type Answered = { answer: (isProven: boolean) => void };
export type ProofRequest = Identity & Answered;
export type PaymentRequest = Payment & Answered;

let current: { request: ProofRequest | PaymentRequest; answered: Promise<boolean> } | null = null;
// When the last screen that asks is gone, and has not come back at once, the request is answered with false.
const subscribers = newSubscribers(() => () => void setTimeout(answerUnlessShown));

function answerUnlessShown(): void {
  if (subscribers.isEmpty) current?.request.answer(false);
}

function show(next: typeof current): void {
  current = next;
  subscribers.notify();
}

/** The part of the screen that asks may still be loading. */
const LOADING_MS = 15_000;

/** Asks the user once for all waiting calls; false if the user cancels or no screen asks within 15 seconds. */
export function askForProof(asked: Identity | Payment): Promise<boolean> {
  if (current) return current.answered;
  const { promise, resolve } = withResolve();
  const answer = (isProven: boolean) => {
    resolve(isProven);
    show(null);
  };
  const request = { ...asked, answer };
  show({ request, answered: promise });
  setTimeout(() => {
    if (current?.request === request && subscribers.isEmpty) answer(false);
  }, LOADING_MS);
  return promise;
}

function withResolve() {
  let resolve: (isProven: boolean) => void = () => {};
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export const currentProofRequest = (): ProofRequest | PaymentRequest | null => current?.request ?? null;

export const subscribeToProofRequest = subscribers.subscribe;
