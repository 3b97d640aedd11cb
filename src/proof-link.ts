import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router';
import { serverErrorOf, unlessCancelled } from './ui/server-error.ts';

/**
 * Sends a mutation again, with the same input, after the user reauthenticated or confirmed the payment; if the user cancels,
 * the original error is returned.
 */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isUnsubscribed = false;
      let call = send();

      function send() {
        return next(op).subscribe({
          next: observer.next,
          complete: observer.complete,
          async error(error) {
            const isAgain = op.type === 'mutation' && (await isProven(error, op.input).catch(() => false));
            if (isUnsubscribed) return;
            if (isAgain) call = send();
            else observer.error(error);
          },
        });
      }

      return () => {
        isUnsubscribed = true;
        call.unsubscribe();
      };
    });

/** Asks the user for what the refusal wants; false if it wants nothing, or the user cancels. */
async function isProven(refusal: unknown, input: unknown): Promise<boolean> {
  if (unlessCancelled(refusal) !== null) return false;
  // Not part of the login, which asks for neither.
  const { askForProof } = await import('./ui/proof-request.ts');
  const { confirmationId } = serverErrorOf(refusal) ?? {};
  return askForProof(
    confirmationId
      ? { of: 'payment', confirmationId, askedAtMs: performance.now() }
      : { of: 'identity', bringsCode: bringsCode(input) },
  );
}

/** Whether the input has a second-factor code already; the API names it `token`. */
const bringsCode = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'token' in input;
