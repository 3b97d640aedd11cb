import type { Review } from './review.ts';

export function statementOf({ month, days }: Review, isDebit: boolean) {
  return {
    de: `${month}-01`,
    ate: days.at(-1)?.day ?? `${month}-01`,
    sentido: isDebit ? 'saidas' : 'entradas',
  } as const;
}
