import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router';
import { askForProof } from './ui/proof-request.ts';
import { serverErrorOf } from './ui/server-error.ts';

/**
 * A call that changes something and is refused with REAUTHENTICATE waits until the person has proven again who they are, and
 * is then made once more; when they go back, it fails as it did.
 */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isGone = false;
      const fail = (error: Parameters<typeof observer.error>[0]) => {
        if (!isGone) observer.error(error);
      };
      let call = next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        async error(error) {
          if (op.type !== 'mutation' || serverErrorOf(error)?.code !== 'REAUTHENTICATE') return fail(error);
          const isProven = await askForProof({ bringsCode: bringsCode(op.input) });
          if (isGone) return;
          if (isProven) call = next(op).subscribe(observer);
          else fail(error);
        },
      });
      return () => {
        isGone = true;
        call.unsubscribe();
      };
    });

/** Codes of the second factor are called `token`, as the specification has them. */
const bringsCode = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'token' in input;
