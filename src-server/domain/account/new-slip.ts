import { type Boleto, factorOf, readBoleto } from './boleto.ts';

/**
 * A bank slip (bank 341) of this amount in cents and due date 'YYYY-MM-DD', another one for each `place`, as an issuer would
 * make it: for demonstrations and tests. Its check digits are found by trying.
 */
export function newBankSlip(amountCents: number, dueOn: string, place: number): Boleto {
  const free = String(place).padStart(25, '0');
  const rest = `${factorOf(dueOn)}${String(amountCents).padStart(10, '0')}${free}`;
  for (let digit = 1; digit <= 9; digit += 1) {
    const reading = readBoleto(`3419${digit}${rest}`, dueOn);
    if (reading.ok) return reading.boleto;
  }
  throw new Error('no check digit fits');
}
