import { addDays, daysBetween } from '#domain/date';
import { modulus10, rest11 } from './check-digit.ts';

/** A boleto issued by a bank. `amountCents` 0: the payer chooses the amount. `dueOn` null: no due date. */
export type BankBoleto = {
  kind: 'bank';
  line: string;
  barcode: string;
  bankCode: string;
  factor: number;
  amountCents: number;
  dueOn: string | null;
};

/** A utility or tax boleto. `hasEffectiveValue` false: the value is a reference, not the amount to pay. */
export type UtilityBoleto = {
  kind: 'utility';
  line: string;
  barcode: string;
  segment: number;
  valueIdentifier: number;
  hasEffectiveValue: boolean;
  amountCents: number;
};

export type Boleto = BankBoleto | UtilityBoleto;

export type BoletoFault =
  | 'charset'
  | 'length'
  | 'currency'
  | 'valueIdentifier'
  | 'generalDV'
  | `field${1 | 2 | 3}`
  | `block${1 | 2 | 3 | 4}`;

export type BoletoReading = { ok: true; boleto: Boleto } | { ok: false; fault: BoletoFault };

export const BOLETO_LENGTHS = { bankLine: 47, utilityLine: 48, barcode: 44 } as const;

/** Day 0 of the due date factor; after 9000 days it restarts at 1000 (FEBRABAN, Comunicado 082/2012). */
const FACTOR_EPOCH = '1997-10-07';
const FACTOR_CYCLE_DAYS = 9000;
const FIRST_FACTOR = 1000;
/** Days ahead within which a factor is of the second cycle (FEBRABAN, Comunicado 082/2012). */
const SECOND_CYCLE_WITHIN_DAYS = 5500;
const REAL = '9';

/**
 * Reads a line (bank: 47 digits, utility: 48) or barcode (44) and verifies all check digits. Never throws.
 *
 * @param today 'YYYY-MM-DD': decides between dates, since the factor restarted on 2025-02-22
 */
export function readBoleto(text: string, today: string): BoletoReading {
  const digits = text.replace(/[\s.-]/g, '');
  if (!/^\d*$/.test(digits)) return { ok: false, fault: 'charset' };
  const isUtility = digits.startsWith('8');
  const { bankLine, utilityLine, barcode } = BOLETO_LENGTHS;
  if (digits.length === barcode)
    return isUtility ? readUtilityBarcode(digits) : readBankBarcode(digits, today);
  // A leading 8 is reserved for utilities (FEBRABAN), so a 47-digit line starting with 8 has lost a digit.
  if (digits.length === bankLine && !isUtility) return readBankLine(digits, today);
  if (digits.length === utilityLine && isUtility) return readUtilityLine(digits);
  return { ok: false, fault: 'length' };
}

function readBankLine(line: string, today: string): BoletoReading {
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
  const wrong = fields.findIndex((field) => modulus10(field.slice(0, -1)) !== Number(field.at(-1)));
  if (wrong >= 0) return { ok: false, fault: `field${(wrong + 1) as 1 | 2 | 3}` };
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  return readBankBarcode(line.slice(0, 4) + line.slice(32) + free, today);
}

function readBankBarcode(barcode: string, today: string): BoletoReading {
  if (barcode[3] !== REAL) return { ok: false, fault: 'currency' };
  if (bankCheck(barcode.slice(0, 4) + barcode.slice(5)) !== Number(barcode[4]))
    return { ok: false, fault: 'generalDV' };
  const factor = Number(barcode.slice(5, 9));
  return {
    ok: true,
    boleto: {
      kind: 'bank',
      line: bankLineOf(barcode),
      barcode,
      bankCode: barcode.slice(0, 3),
      factor,
      amountCents: Number(barcode.slice(9, 19)),
      dueOn: dueOnOf(factor, today),
    },
  };
}

/** The general check digit, 1 to 9, of the other 43 digits. */
export function bankCheck(digits: string): number {
  const rest = rest11(digits);
  return rest <= 1 ? 1 : 11 - rest;
}

function bankLineOf(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + modulus10(field)).join('') + barcode.slice(4, 19);
}

/** The due date factor of a day, 1000 to 9999. The day must not be before 2000-07-03. */
export function factorOf(day: string): number {
  const days = daysBetween(FACTOR_EPOCH, day);
  return FIRST_FACTOR + ((days - FIRST_FACTOR) % FACTOR_CYCLE_DAYS);
}

function dueOnOf(factor: number, today: string): string | null {
  if (factor < FIRST_FACTOR) return null;
  const first = addDays(FACTOR_EPOCH, factor);
  const second = addDays(first, FACTOR_CYCLE_DAYS);
  return daysBetween(today, second) <= SECOND_CYCLE_WITHIN_DAYS ? second : first;
}

/** The value identifier selects the modulus: 6 and 7 modulus 10, 8 and 9 modulus 11. */
const EFFECTIVE = [6, 8];
const BY_MODULUS_10 = [6, 7];
const BY_MODULUS_11 = [8, 9];

function readUtilityLine(line: string): BoletoReading {
  const blocks = [0, 12, 24, 36].map((start) => ({
    digits: line.slice(start, start + 11),
    checkDigit: Number(line[start + 11]),
  }));
  const barcode = blocks.map(({ digits }) => digits).join('');
  const check = utilityCheck(barcode);
  if (!check) return { ok: false, fault: 'valueIdentifier' };
  const wrong = blocks.findIndex(({ digits, checkDigit }) => check(digits) !== checkDigit);
  if (wrong >= 0) return { ok: false, fault: `block${(wrong + 1) as 1 | 2 | 3 | 4}` };
  return readUtilityBarcode(barcode);
}

function readUtilityBarcode(barcode: string): BoletoReading {
  const check = utilityCheck(barcode);
  if (!check) return { ok: false, fault: 'valueIdentifier' };
  if (check(barcode.slice(0, 3) + barcode.slice(4)) !== Number(barcode[3]))
    return { ok: false, fault: 'generalDV' };
  const valueIdentifier = Number(barcode[2]);
  const blocks = [0, 11, 22, 33].map((start) => barcode.slice(start, start + 11));
  return {
    ok: true,
    boleto: {
      kind: 'utility',
      line: blocks.map((block) => block + check(block)).join(''),
      barcode,
      segment: Number(barcode[1]),
      valueIdentifier,
      hasEffectiveValue: EFFECTIVE.includes(valueIdentifier),
      amountCents: Number(barcode.slice(4, 15)),
    },
  };
}

/** Null if the third digit is invalid. */
export function utilityCheck(barcode: string): ((digits: string) => number) | null {
  const valueIdentifier = Number(barcode[2]);
  if (BY_MODULUS_10.includes(valueIdentifier)) return modulus10;
  if (!BY_MODULUS_11.includes(valueIdentifier)) return null;
  return (digits) => {
    const rest = rest11(digits);
    return rest <= 1 ? 0 : 11 - rest;
  };
}
