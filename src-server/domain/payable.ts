import { BR_CODE_FAULTS, readPixTarget } from '#domain/pix/input';
import { BOLETO_LENGTHS, type Boleto, readBoleto } from './account/boleto.ts';
import { boletoFaultText } from './account/boleto-line.ts';
import { recognise } from './recognise.ts';

/** What a code asks to be paid. `path`: the address of a filled transfer form, with its search. */
export type Payable =
  | { kind: 'pix'; payload: string; name: string; amountCents: number | null }
  | { kind: 'boleto'; boleto: Boleto }
  | { kind: 'transfer'; path: string };

/** `fault`: why a code of the right kind cannot be paid · `hasOthers`: some are of no kind that the bank pays */
export type CodesReading = { payables: Payable[]; fault: string | null; hasOthers: boolean };

const UNCLEAR_BARS = 'O código de barras não confere. Tente de novo, com o papel reto e bem iluminado.';
const TRANSFER_FORM = '/client/transfers?';

/**
 * Reads the texts of all codes in a picture; equal ones count once. Never throws.
 *
 * @param today 'YYYY-MM-DD', for due dates
 * @param origin the bank's own: its QR codes of charges are links to a transfer
 */
export function readPayables(texts: readonly string[], today: string, origin: string): CodesReading {
  const readings = [...new Set(texts)].map((text) => readOne(text.trim(), today, origin));
  const payables = readings.flatMap((one) => (typeof one === 'object' && one !== null ? [one] : []));
  const fault = readings.find((one) => typeof one === 'string') ?? null;
  return { payables, fault: fault as string | null, hasOthers: readings.includes(null) };
}

/** A string: the fault of a code; null: another kind of code. */
function readOne(text: string, today: string, origin: string): Payable | string | null {
  if (text.startsWith(origin + TRANSFER_FORM)) return { kind: 'transfer', path: text.slice(origin.length) };
  if (/^\d+$/.test(text) && text.length === BOLETO_LENGTHS.barcode) {
    const reading = readBoleto(text, today);
    return reading.ok ? { kind: 'boleto', boleto: reading.boleto } : UNCLEAR_BARS;
  }
  const [found] = recognise(text, today);
  switch (found?.kind) {
    case 'pixCode': {
      const target = readPixTarget(found.payload);
      const { name, amountCents } = found.code;
      return 'fault' in target ? target.fault : { kind: 'pix', payload: found.payload, name, amountCents };
    }
    case 'brokenPixCode':
      return BR_CODE_FAULTS[found.fault];
    case 'boleto':
      return { kind: 'boleto', boleto: found.boleto };
    case 'brokenBoleto':
      return boletoFaultText(found.fault, found.digits);
    default:
      return null;
  }
}
