import { isAccountNumber, parseAccountNumber } from '#domain/account/number';
import { type BrCode, type BrCodeFault, readBrCode } from '#domain/pix/br-code';
import { type PixKey, parsePixKey } from '#domain/pix/key';
import { parseDocument, type TaxId } from '#domain/tax-id';
import { BOLETO_LENGTHS, type Boleto, type BoletoFault } from './account/boleto.ts';
import { boletoDigits, readLineSoFar } from './account/boleto-line.ts';

/** What a pasted text is; `broken…` kinds carry their fault. */
export type Recognised =
  | { kind: 'pixCode'; payload: string; code: BrCode }
  | { kind: 'brokenPixCode'; fault: BrCodeFault }
  | { kind: 'boleto'; boleto: Boleto }
  | { kind: 'brokenBoleto'; digits: string; fault: BoletoFault }
  | { kind: 'account'; accountNumber: string }
  | { kind: 'brokenAccount'; accountNumber: string }
  | { kind: 'taxId'; taxId: TaxId }
  | { kind: 'pixKey'; key: PixKey };

/** Longer than any recognised text; a BR Code has at most 512 characters. */
const MAX_LENGTH = 2000;
const STARTS_AS_BR_CODE = '000201';
const BR_CODE_CHARACTERS = /[\x20-\x7e]+/g;
const BR_CODE_SUM = /6304[0-9A-Fa-f]{4}(?![0-9A-Za-z])/;

/** A CPF is both document and PIX key; an empty result means plain search words. Never throws. `today` is for due dates. */
export function recognise(text: string, today: string): Recognised[] {
  const pasted = text.trim().slice(0, MAX_LENGTH);
  const one = brCodeIn(pasted) ?? boletoIn(pasted, today) ?? accountIn(pasted);
  if (one) return [one];
  const taxId = parseDocument(pasted);
  const key = parsePixKey(pasted);
  return [
    ...(taxId ? [{ kind: 'taxId', taxId } as const] : []),
    ...(key ? [{ kind: 'pixKey', key } as const] : []),
  ];
}

function brCodeTextIn(message: string): string | null {
  for (const [run] of message.matchAll(BR_CODE_CHARACTERS)) {
    const start = run.indexOf(STARTS_AS_BR_CODE);
    const rest = start < 0 ? '' : run.slice(start + STARTS_AS_BR_CODE.length);
    const sum = BR_CODE_SUM.exec(rest);
    if (sum) return STARTS_AS_BR_CODE + rest.slice(0, sum.index + sum[0].length);
  }
  return null;
}

function brCodeIn(text: string): Recognised | null {
  const payload = brCodeTextIn(text) ?? (text.startsWith(STARTS_AS_BR_CODE) ? text : null);
  // Not a bank boleto, whose fourth digit is 9.
  if (payload === null || /^\d*$/.test(payload)) return null;
  const reading = readBrCode(payload);
  if (!reading.ok) return { kind: 'brokenPixCode', fault: reading.fault };
  return { kind: 'pixCode', payload, code: reading.code };
}

function boletoIn(text: string, today: string): Recognised | null {
  const digits = boletoDigits(text);
  if (digits.length < BOLETO_LENGTHS.barcode) return null;
  const state = readLineSoFar(digits, today);
  if (state.kind === 'read') return { kind: 'boleto', boleto: state.boleto };
  return { kind: 'brokenBoleto', digits, fault: state.kind === 'wrong' ? state.fault : 'length' };
}

/** Without dash, eight digits may be a date or postal code. */
function accountIn(text: string): Recognised | null {
  const accountNumber = parseAccountNumber(text);
  if (accountNumber === null) return null;
  if (isAccountNumber(accountNumber)) return { kind: 'account', accountNumber };
  return text.includes('-') ? { kind: 'brokenAccount', accountNumber } : null;
}
