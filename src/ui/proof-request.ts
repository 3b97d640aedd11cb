import { newSubscribers } from './external-store.ts';

export type ProofRequest = {
  /** The call carries a second-factor code, which is valid once, so only the password is asked for. */
  bringsCode: boolean;
  /** False if the user cancelled. */
  answer: (isProven: boolean) => void;
};

let current: { request: ProofRequest; answered: Promise<boolean> } | null = null;
// When the last screen that asks is gone, the request is answered with false.
const subscribers = newSubscribers(() => () => current?.request.answer(false));

function show(next: typeof current): void {
  current = next;
  subscribers.notify();
}

/** Asks the user once for all waiting calls; false if the user cancels or no screen can ask. */
export function askForProof({ bringsCode }: Pick<ProofRequest, 'bringsCode'>): Promise<boolean> {
  if (current) return current.answered;
  if (subscribers.isEmpty) return Promise.resolve(false);
  const { promise, resolve } = withResolve();
  const answer = (isProven: boolean) => {
    resolve(isProven);
    show(null);
  };
  show({ request: { bringsCode, answer }, answered: promise });
  return promise;
}

function withResolve() {
  let resolve: (isProven: boolean) => void = () => {};
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export const currentProofRequest = (): ProofRequest | null => current?.request ?? null;

export const subscribeToProofRequest = subscribers.subscribe;
