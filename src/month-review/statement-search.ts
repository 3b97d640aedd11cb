import type { Review } from './review.ts';

/** The days that a review tells of and one direction, as the statement's address has them. */
export function statementOf({ month, days }: Review, isDebit: boolean) {
  return {
    de: `${month}-01`,
    ate: days.at(-1)?.day ?? `${month}-01`,
    sentido: isDebit ? 'saidas' : 'entradas',
  } as const;
}
