import { type Boleto, bankCheck, factorOf, readBoleto } from './boleto.ts';

/** A valid boleto of bank 341, unique per `serial`; for demonstrations and tests. */
export function newBankBoleto(amountCents: number, dueOn: string, serial: number): Boleto {
  const free = String(serial).padStart(25, '0');
  const rest = `${factorOf(dueOn)}${String(amountCents).padStart(10, '0')}${free}`;
  const reading = readBoleto(`3419${bankCheck(`3419${rest}`)}${rest}`, dueOn);
  if (!reading.ok)
    throw new Error(`a boleto cannot hold ${amountCents} cents or the serial number ${serial}`);
  return reading.boleto;
}
