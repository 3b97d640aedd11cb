import { type Boleto, factorOf, readBoleto } from '#domain/account/boleto';

/** A slip of bank 341 with this amount and due date, another one for each `place`; the check digit is found by trying. */
export function bankSlip(amountCents: number, dueOn: string, place: number): Boleto {
  const free = String(place).padStart(25, '0');
  const rest = `${factorOf(dueOn)}${String(amountCents).padStart(10, '0')}${free}`;
  for (let digit = 1; digit <= 9; digit += 1) {
    const reading = readBoleto(`3419${digit}${rest}`, dueOn);
    if (reading.ok) return reading.boleto;
  }
  throw new Error('no check digit fits');
}
