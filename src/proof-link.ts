import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router';
import { askForProof } from './ui/proof-request.ts';
import { serverErrorOf } from './ui/server-error.ts';

/** Retries a mutation once after a reauthentication; if the user cancels, the original error is returned. */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isUnsubscribed = false;
      const fail = (error: Parameters<typeof observer.error>[0]) => {
        if (!isUnsubscribed) observer.error(error);
      };
      let call = next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        async error(error) {
          if (op.type !== 'mutation' || serverErrorOf(error)?.code !== 'REAUTHENTICATE') return fail(error);
          const isProven = await askForProof({ bringsCode: bringsCode(op.input) });
          if (isUnsubscribed) return;
          if (isProven) call = next(op).subscribe(observer);
          else fail(error);
        },
      });
      return () => {
        isUnsubscribed = true;
        call.unsubscribe();
      };
    });

/** Whether the input has a second-factor code already; the API names it `token`. */
const bringsCode = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'token' in input;
