import fc from 'fast-check';
import { parseSync } from 'ofx-js';
import { expect, test } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import type { StatementLine } from '#domain/account/statement';
import {
  ofxAccountHead,
  ofxAccountTail,
  ofxHead,
  ofxTail,
  ofxText,
  ofxTransactions,
  toWindows1252,
} from './ofx.ts';

const SERVED_AT = new Date('2026-03-12T15:00:00Z');
const PERIOD = { from: '2026-03-01', to: '2026-03-12' };

const line: StatementLine = {
  transactionId: '0193a1b2-0000-7000-8000-000000000001',
  type: 'transfer',
  description: 'Café & pão <do> dia',
  amountCents: -25037,
  balanceAfterCents: 99,
  createdAt: new Date('2026-03-11T02:59:59.900Z'),
  counterparty: { name: 'José Conceição de Albuquerque Cavalcanti', document: '***.999.277-**' },
};

const file = (entries: StatementLine[], balanceCents = 99) =>
  ofxHead('ValeBank', SERVED_AT) +
  ofxAccountHead({ accountNumber: '1234-5674', accountType: 'checking' }, PERIOD) +
  ofxTransactions(entries) +
  ofxAccountTail(balanceCents, PERIOD.to) +
  ofxTail();

const read = (entries: StatementLine[]) =>
  parseSync(new TextDecoder('windows-1252').decode(toWindows1252(file(entries))));

const transactionsOf = (entries: StatementLine[]): Record<string, string>[] => {
  const list = read(entries).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN ?? [];
  return Array.isArray(list) ? list : [list];
};

test('the OFX header, bank and account follow OFX 1.02', () => {
  const { header, OFX } = read([line, line]);
  expect(header).toMatchObject({ OFXHEADER: '100', DATA: 'OFXSGML', VERSION: '102', CHARSET: '1252' });
  expect(file([]).startsWith('OFXHEADER:100\r\nDATA:OFXSGML\r\n')).toBe(true);
  expect(file([])).toContain('NEWFILEUID:NONE\r\n\r\n<OFX>');
  expect(OFX.SIGNONMSGSRSV1.SONRS).toMatchObject({
    STATUS: { CODE: '0', SEVERITY: 'INFO' },
    DTSERVER: '20260312120000[-3:BRT]',
    LANGUAGE: 'POR',
    FI: { ORG: 'ValeBank' },
  });
  expect(OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS).toMatchObject({
    CURDEF: 'BRL',
    BANKACCTFROM: { BANKID: '000', ACCTID: '1234-5674', ACCTTYPE: 'CHECKING' },
    BANKTRANLIST: { DTSTART: '20260301', DTEND: '20260312' },
    LEDGERBAL: { BALAMT: '0.99', DTASOF: '20260312' },
  });
});

test('an OFX transaction has its sign, São Paulo time, a stable id and its texts', () => {
  expect(transactionsOf([line])).toEqual([
    {
      TRNTYPE: 'XFER',
      DTPOSTED: '20260310235959[-3:BRT]',
      TRNAMT: '-250.37',
      FITID: '0193a1b2-0000-7000-8000-000000000001',
      NAME: 'José Conceição de Albuquerque Ca',
      MEMO: 'Café & pão <do> dia',
    },
  ]);
  expect(transactionsOf([{ ...line, type: 'reversal', amountCents: 1, counterparty: null }])).toMatchObject([
    { TRNTYPE: 'CREDIT', NAME: 'Café & pão <do> dia', TRNAMT: '0.01' },
  ]);
});

test.each([
  ['deposit', 5, 'DEP'],
  ['transfer', -5, 'XFER'],
  ['payment', -5, 'PAYMENT'],
  ['fee', -5, 'FEE'],
  ['interest', -5, 'INT'],
  ['withdrawal', -1, 'DEBIT'],
  ['reversal', 1, 'CREDIT'],
] as const)('the movement "%s" of %i cents is %s in OFX', (type, amountCents, kind) => {
  expect(transactionsOf([{ ...line, type, amountCents }])).toMatchObject([{ TRNTYPE: kind }]);
});

test('an OFX transaction without visible text has neither name nor memo', () => {
  const [transaction] = transactionsOf([{ ...line, description: ' \t ', counterparty: null }]);
  expect(Object.keys(transaction ?? {})).toEqual(['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID']);
});

test('an OFX name has 32 characters at most and a memo 255', () => {
  const [transaction] = transactionsOf([{ ...line, description: 'x'.repeat(300), counterparty: null }]);
  expect([transaction?.NAME?.length, transaction?.MEMO?.length]).toEqual([32, 255]);
});

const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...'<>&;/≮≯\u0338\u200b\u0085\0', '</MEMO>', '&lt;'),
    ),
  )
  .map((parts) => parts.join(''));

test('no text becomes an OFX tag, and amounts are read back to the cent', () => {
  const entry = fc.record({ description: texts, amountCents: fc.maxSafeInteger() });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (written) => {
      const found = transactionsOf(written.map((one) => ({ ...line, ...one })));
      expect(found.map((one) => Number(one.TRNAMT?.replace('.', '')) || 0)).toEqual(
        written.map((one) => one.amountCents || 0),
      );
      for (const one of found)
        expect(Object.keys(one).filter((tag) => tag !== 'MEMO')).toEqual([
          'TRNTYPE',
          'DTPOSTED',
          'TRNAMT',
          'FITID',
          'NAME',
        ]);
    }),
  );
});

test('the bytes of an OFX text contain no unescaped tag character', {
  tags: ['scaled'],
  timeout: 300_000,
}, () => {
  fc.assert(
    fc.property(texts, fc.nat(300), (text, length) => {
      const written = Buffer.from(toWindows1252(ofxText(text, length))).toString('latin1');
      expect(written).toMatch(/^([^<>&]|&(lt|gt|amp);)*$/);
    }),
    { numRuns: proofScale(20_000) },
  );
});

test('OFX text is one line and is cut before it is escaped', () => {
  expect(ofxText('&&&&', 2)).toBe('&amp;&amp;');
  expect(ofxText(' a\r\n<b>\tc\0 ', 20)).toBe('a &lt;b&gt; c');
  expect(ofxText('   abcdef ', 3)).toBe('abc');
  expect(ofxText('ab cdef', 3)).toBe('ab');
});

test('OFX text replaces characters outside Windows-1252 and escapes those that become tag characters', () => {
  expect(ofxText('e\u0301 ńủ漢🙂', 20)).toBe('é nu??');
  expect(ofxText('a\u0080b\u009fc\u0100d', 20)).toBe('a b cAd');
  expect(ofxText('1 ≮ 2 ≯ 3', 20)).toBe('1 &lt; 2 &gt; 3');
  expect(ofxText('Ž“…”€', 20)).toBe('Ž“…”€');
});

// Node's decoder reads windows-1252 as Latin-1 between 0x80 and 0x9F, so the codes are listed here.
test('OFX bytes are Windows-1252', () => {
  const latin = Array.from({ length: 128 + 96 }, (_, index) => (index < 128 ? index : 0xa0 + index - 128));
  expect([...toWindows1252(String.fromCharCode(...latin))]).toEqual(latin);
  const others: [string, number][] = [
    ['€', 0x80],
    ['…', 0x85],
    ['Š', 0x8a],
    ['Ž', 0x8e],
    ['“', 0x93],
    ['–', 0x96],
    ['ž', 0x9e],
    ['Ÿ', 0x9f],
  ];
  for (const [character, code] of others) expect([...toWindows1252(character)]).toEqual([code]);
  expect([...toWindows1252('漢\u0080\u0081\u009fĀ')]).toEqual([0x3f, 0x3f, 0x3f, 0x3f, 0x3f]);
});
