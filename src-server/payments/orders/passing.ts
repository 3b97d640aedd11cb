import type { Refusal } from '#domain/refusal';
import { REFUSALS } from '#server/kernel/refusals';

/** A payment that the bank could not make for this long is not made. */
export const GIVE_UP_SECONDS = 30 * 60;
export const GAVE_UP = 'O pagamento não pôde ser feito a tempo';

/** An overload, a limit on attempts or a silent provider: tried again later. */
export const isPassing = ({ code }: Refusal): boolean => {
  const { status } = REFUSALS[code];
  return status >= 500 || status === 429;
};
