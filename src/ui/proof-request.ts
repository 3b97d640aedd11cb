import { newAudience } from './outside-store.ts';

/** A call that was refused until the person proves again who they are. */
export type ProofRequest = {
  /** The call brings a code of the second factor itself: the password alone is asked for, since no code counts twice. */
  bringsCode: boolean;
  /** Whether it was proven; false: they went back. */
  answer: (isProven: boolean) => void;
};

let current: { request: ProofRequest; answered: Promise<boolean> } | null = null;
// Once the last screen that would ask is gone, nobody answers.
const audience = newAudience(() => () => current?.request.answer(false));

function show(next: typeof current): void {
  current = next;
  audience.announce();
}

/**
 * Asks the person to prove again who they are, once for all calls that wait for it; answers whether they did. Where no
 * screen would ask, they did not.
 */
export function askForProof({ bringsCode }: Pick<ProofRequest, 'bringsCode'>): Promise<boolean> {
  if (current) return current.answered;
  if (audience.isEmpty) return Promise.resolve(false);
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

export const subscribeToProofRequest = audience.subscribe;
