import { BOLETO_LENGTHS, type Boleto, type BoletoFault, readBoleto, utilityCheck } from './boleto.ts';
import { modulus10 } from './check-digit.ts';

export type LineState =
  | { kind: 'empty' }
  | { kind: 'partial'; missing: number }
  | { kind: 'wrong'; fault: BoletoFault }
  | { kind: 'read'; boleto: Boleto };

/** Groups of digits as printed on boletos; each is followed by the mark at the same index. */
const BANK_GROUPS = [5, 5, 5, 6, 5, 6, 1, 14];
const BANK_MARKS = ['.', ' ', '.', ' ', '.', ' ', ' '];
const UTILITY_GROUPS = [11, 1, 11, 1, 11, 1, 11, 1];
const UTILITY_MARKS = ['-', ' ', '-', ' ', '-', ' ', '-'];

type Block = { start: number; end: number };

/** Blocks that end with a check digit of their own. */
const BANK_FIELDS: Block[] = [
  { start: 0, end: 10 },
  { start: 10, end: 21 },
  { start: 21, end: 32 },
];
const UTILITY_BLOCKS: Block[] = [
  { start: 0, end: 12 },
  { start: 12, end: 24 },
  { start: 24, end: 36 },
  { start: 36, end: 48 },
];

const isUtility = (digits: string): boolean => digits.startsWith('8');

const lineLength = (digits: string): number =>
  isUtility(digits) ? BOLETO_LENGTHS.utilityLine : BOLETO_LENGTHS.bankLine;

export function lineDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.slice(0, lineLength(digits));
}

/** The boleto digits in a pasted text: the longest run of digits. */
export function boletoDigits(text: string): string {
  const runs = (text.match(/\d[\d\s.-]*/g) ?? []).map((run) => run.replace(/\D/g, ''));
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** `10492.00650 61000.100042 …`, also for an incomplete line. */
export function formatBoletoLine(digits: string): string {
  const [groups, marks] = isUtility(digits) ? [UTILITY_GROUPS, UTILITY_MARKS] : [BANK_GROUPS, BANK_MARKS];
  let out = '';
  let place = 0;
  for (const [index, size] of groups.entries()) {
    if (place >= digits.length) break;
    out += (index === 0 ? '' : marks[index - 1]) + digits.slice(place, place + size);
    place += size;
  }
  return out;
}

/**
 * Reads a line (or barcode) while it is typed, checking completed blocks. Never throws. `today`: see
 * readBoleto.
 */
export function readLineSoFar(text: string, today: string): LineState {
  const digits = boletoDigits(text);
  if (digits === '') return { kind: 'empty' };
  const fault = faultSoFar(digits);
  const isBarcode = digits.length === BOLETO_LENGTHS.barcode;
  if (isBarcode && fault) {
    const reading = readBoleto(digits, today);
    if (reading.ok) return { kind: 'read', boleto: reading.boleto };
  }
  if (fault) return { kind: 'wrong', fault };
  const missing = lineLength(digits) - digits.length;
  if (missing > 0) return { kind: 'partial', missing };
  const reading = readBoleto(digits, today);
  return reading.ok ? { kind: 'read', boleto: reading.boleto } : { kind: 'wrong', fault: reading.fault };
}

function faultSoFar(digits: string): BoletoFault | null {
  if (!isUtility(digits)) {
    const field = wrongBlock(digits, BANK_FIELDS, modulus10);
    if (field) return `field${field as 1 | 2 | 3}`;
    return digits.length > 3 && digits[3] !== '9' ? 'currency' : null;
  }
  if (digits.length < 3) return null;
  const check = utilityCheck(digits);
  if (!check) return 'valueIdentifier';
  const block = wrongBlock(digits, UTILITY_BLOCKS, check);
  return block ? `block${block as 1 | 2 | 3 | 4}` : null;
}

/** The first complete block with a wrong check digit, counted from 1; 0 if none. */
function wrongBlock(digits: string, blocks: Block[], check: (digits: string) => number): number {
  const isWrong = ({ start, end }: Block) =>
    digits.length >= end && check(digits.slice(start, end - 1)) !== Number(digits[end - 1]);
  return blocks.findIndex(isWrong) + 1;
}

export const BOLETO_TOO_SHORT = 'Código do boleto inválido (mínimo 47 dígitos)';

/** `digits`: the whole line that has the fault. */
export function boletoFaultText(fault: BoletoFault, digits: string): string {
  switch (fault) {
    case 'charset':
      return 'O código do boleto tem só números';
    case 'length':
      return BOLETO_TOO_SHORT;
    case 'currency':
      return 'O 4º dígito de um boleto bancário é 9: confira o começo do código';
    case 'valueIdentifier':
      return 'O 3º dígito de uma conta ou tributo é 6, 7, 8 ou 9: confira o começo do código';
    case 'generalDV':
      return isUtility(digits)
        ? 'O dígito verificador geral (o 4º) não confere: confira o código inteiro'
        : 'O dígito verificador geral (o que fica sozinho, antes do último bloco) não confere: confira o código inteiro';
    default: {
      const at = Number(fault.at(-1));
      return `Dígito verificador errado no ${at}º bloco: confira ${formatBoletoLine(digits).split(' ')[at - 1]}`;
    }
  }
}

/** Segments by the second digit (FEBRABAN, arrecadação layout). */
const SEGMENTS: Record<number, string> = {
  1: 'Prefeitura',
  2: 'Saneamento',
  3: 'Energia elétrica ou gás',
  4: 'Telecomunicações',
  5: 'Órgão governamental',
  6: 'Carnê',
  7: 'Multa de trânsito',
  9: 'Uso do banco',
};

export const segmentName = (segment: number): string => SEGMENTS[segment] ?? 'Conta de consumo ou tributo';
