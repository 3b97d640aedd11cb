import { toDecimal } from '#domain/money';
import { addressOf } from '#domain/places';

/** A requested payment; `amountCents` is positive. */
export type Charge = { accountNumber: string; amountCents: number; description: string };

/** The link in the QR code of a charge: the prefilled transfer form at `origin`. Any phone camera opens it. */
export function receiveLink(origin: string, charge: Charge): string {
  const { accountNumber, amountCents, description } = charge;
  const filled = { conta: accountNumber, valor: toDecimal(amountCents), descricao: description };
  return origin + addressOf('/client/transfers', filled);
}
