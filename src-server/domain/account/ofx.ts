import type { StatementLine } from '#domain/account/statement';
import { bankDayAndTime } from '#domain/date';
import type { AccountType, TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';

/** Header of OFX 1.02 (OFX specification, 2.2); it ends with an empty line. Version 1.02 has no UTF-8. */
const HEADER = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '',
].join('\r\n');

/** The bank has no clearing number; OFX readers only compare this value with itself. */
const BANK_ID = '000';

/** Maximum lengths of NAME and MEMO (OFX 1.02, 3.2.4 and 11.4.2). */
const NAME_LENGTH = 32;
const MEMO_LENGTH = 255;

/** TRNTYPE by transaction type (OFX 1.02, 11.4.3.1). */
const TRANSACTION_KINDS: Partial<Record<TransactionType, string>> = {
  deposit: 'DEP',
  transfer: 'XFER',
  payment: 'PAYMENT',
  credit_payment: 'PAYMENT',
  fee: 'FEE',
  interest: 'INT',
  investment_yield: 'INT',
};

type OfxAccountType = Exclude<AccountType, 'bank'>;
const ACCOUNT_KINDS: Record<OfxAccountType, string> = {
  checking: 'CHECKING',
  savings: 'SAVINGS',
  investment: 'MONEYMRKT',
  external: 'CHECKING',
  held: 'CHECKING',
};

const lines = (...tags: string[]): string => tags.map((tag) => `${tag}\r\n`).join('');

/** Escaped text for one line. Encoded before escaping, since '≮' becomes '<'; cut before escaping. */
export function ofxText(text: string, length: number): string {
  const line = inWindows1252(text.replace(/[\p{Cc}\s]+/gu, ' ').trim());
  const plain = line.slice(0, length).trim();
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Fixed offset: São Paulo has had no daylight saving time since 2019, before the bank existed. */
function ofxMoment(moment: Date): string {
  const { day, time } = bankDayAndTime(moment);
  return `${day.replaceAll('-', '')}${time.replaceAll(':', '')}[-3:BRT]`;
}

const ofxDay = (day: string): string => day.replaceAll('-', '');

export function ofxHead(bankName: string, servedAt: Date): string {
  return (
    HEADER +
    lines(
      '<OFX>',
      '<SIGNONMSGSRSV1>',
      '<SONRS>',
      '<STATUS>',
      '<CODE>0',
      '<SEVERITY>INFO',
      '</STATUS>',
      `<DTSERVER>${ofxMoment(servedAt)}`,
      '<LANGUAGE>POR',
      '<FI>',
      `<ORG>${ofxText(bankName, NAME_LENGTH)}`,
      `<FID>${BANK_ID}`,
      '</FI>',
      '</SONRS>',
      '</SIGNONMSGSRSV1>',
      '<BANKMSGSRSV1>',
    )
  );
}

/** `from` and `to` are days, both included. */
export function ofxAccountHead(
  account: { accountNumber: string; accountType: OfxAccountType },
  { from, to }: { from: string; to: string },
): string {
  return lines(
    '<STMTTRNRS>',
    '<TRNUID>0',
    '<STATUS>',
    '<CODE>0',
    '<SEVERITY>INFO',
    '</STATUS>',
    '<STMTRS>',
    '<CURDEF>BRL',
    '<BANKACCTFROM>',
    `<BANKID>${BANK_ID}`,
    `<ACCTID>${account.accountNumber}`,
    `<ACCTTYPE>${ACCOUNT_KINDS[account.accountType]}`,
    '</BANKACCTFROM>',
    '<BANKTRANLIST>',
    `<DTSTART>${ofxDay(from)}`,
    `<DTEND>${ofxDay(to)}`,
  );
}

/** FITID is the transaction id, the same in every file. */
export function ofxTransactions(entries: readonly StatementLine[]): string {
  return entries
    .map((entry) => {
      const name = ofxText(entry.counterparty?.name ?? entry.description, NAME_LENGTH);
      const memo = ofxText(entry.description, MEMO_LENGTH);
      return lines(
        '<STMTTRN>',
        `<TRNTYPE>${TRANSACTION_KINDS[entry.type] ?? (entry.amountCents < 0 ? 'DEBIT' : 'CREDIT')}`,
        `<DTPOSTED>${ofxMoment(entry.createdAt)}`,
        `<TRNAMT>${toDecimal(entry.amountCents)}`,
        `<FITID>${entry.transactionId}`,
        ...(name ? [`<NAME>${name}`] : []),
        ...(memo ? [`<MEMO>${memo}`] : []),
        '</STMTTRN>',
      );
    })
    .join('');
}

export function ofxAccountTail(balanceCents: number, to: string): string {
  return lines(
    '</BANKTRANLIST>',
    '<LEDGERBAL>',
    `<BALAMT>${toDecimal(balanceCents)}`,
    `<DTASOF>${ofxDay(to)}`,
    '</LEDGERBAL>',
    '</STMTRS>',
    '</STMTTRNRS>',
  );
}

export const ofxTail = (): string => lines('</BANKMSGSRSV1>', '</OFX>');

/** Windows-1252 characters from 0x80 to 0x9F, in order; spaces are unassigned codes. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function inWindows1252(text: string): string {
  let fitting = '';
  for (const character of text.normalize('NFC')) {
    const letter = codeOf(character) === null ? character.normalize('NFD').charAt(0) : character;
    fitting += codeOf(letter) === null ? '?' : letter;
  }
  return fitting;
}

export function toWindows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.split(''), (character) => codeOf(character) ?? 0x3f);
}

function codeOf(character: string): number | null {
  const code = character.charCodeAt(0);
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const place = WINDOWS_1252.indexOf(character);
  return place === -1 ? null : 0x80 + place;
}
