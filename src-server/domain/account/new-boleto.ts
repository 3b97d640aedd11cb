import { type Boleto, factorOf, readBoleto } from './boleto.ts';

/** A valid boleto of bank 341, unique per `place`; for demonstrations and tests. */
export function newBankBoleto(amountCents: number, dueOn: string, place: number): Boleto {
  const free = String(place).padStart(25, '0');
  const rest = `${factorOf(dueOn)}${String(amountCents).padStart(10, '0')}${free}`;
  for (let digit = 1; digit <= 9; digit += 1) {
    const reading = readBoleto(`3419${digit}${rest}`, dueOn);
    if (reading.ok) return reading.boleto;
  }
  throw new Error(`no check digit fits a boleto of ${amountCents} cents due on ${dueOn}`);
}
