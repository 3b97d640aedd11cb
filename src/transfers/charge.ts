import { toDecimal } from '#domain/money';
import { addressOf } from '#domain/places';

/** What somebody asks to be paid, and into which account; `amountCents` is above zero. */
export type Charge = { accountNumber: string; amountCents: number; description: string };

/** The link that a Receber QR holds: the transfer form at `origin`, filled in. Any phone camera opens it. */
export function receiveLink(origin: string, charge: Charge): string {
  const { accountNumber, amountCents, description } = charge;
  const filled = { conta: accountNumber, valor: toDecimal(amountCents), descricao: description };
  return origin + addressOf('/client/transfers', filled);
}
