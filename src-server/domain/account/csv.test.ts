import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StatementLine } from '#domain/account/statement';
import { TRANSACTION_TYPES } from '#domain/ledger/words';
import { csvCell, csvHead, csvRows } from './csv.ts';

const line: StatementLine & { accountNumber: string } = {
  transactionId: '0193a1b2-0000-7000-8000-000000000001',
  type: 'transfer',
  description: 'Projeto "da" varanda; parte 1',
  amountCents: -25037,
  balanceAfterCents: 1_234_567_89,
  createdAt: new Date('2026-03-11T02:59:59.900Z'),
  counterparty: { name: 'Caio Rezende', document: '***.999.277-**' },
  accountNumber: '1234-5674',
};

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom('a,', 'a, ', 'a\t', 'a\n', 'a,"'),
      fc.constantFrom('=', '+', '-', '@', '＝'),
      fc.string(),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', "'", ' =', '＝'), fc.string())
    .map((parts) => parts.join('')),
);

const unmarked = (cell: string): string => cell.replace(/^'/, '');
/** Without the marks within a text. */
const plain = (text: string): string => text.replace(/([,\s\0"])'(?=[=+\-@＝＋－＠])/gu, '$1');

test('the statement CSV has Brazilian numbers, São Paulo days and the running balance', () => {
  expect(
    csvHead() +
      csvRows([line, { ...line, type: 'deposit', counterparty: null, amountCents: 5, description: 'Pix' }]),
  ).toBe(
    '\u{feff}Data;Hora;Conta;Tipo;Descrição;Nome;CPF/CNPJ;Valor;Saldo;Identificador\r\n' +
      '10/03/2026;23:59:59;1234-5674;"Transferência";"Projeto ""da"" varanda; parte 1";"Caio Rezende";"***.999.277-**";-250,37;1234567,89;0193a1b2-0000-7000-8000-000000000001\r\n' +
      '10/03/2026;23:59:59;1234-5674;"Depósito";"Pix";"";"";0,05;1234567,89;0193a1b2-0000-7000-8000-000000000001\r\n',
  );
});

test.each([
  '=1+1',
  '+55',
  '-2',
  '@SUM(A1)',
  '\n',
  '\0=1',
  '  =1',
  '＝1',
  '＋1',
  '－1',
  '＠a',
  '\tx',
  '\rx',
  '\0x',
])('the CSV cell of %j cannot be run as a formula', (text) => {
  expect(csvCell(text)).toBe(`"'${text}"`);
});

test.each([
  ['a,=1', "a,'=1"],
  ['a, "@b",x', `a, ""'@b"",x`],
  ['a\t＋1', "a\t'＋1"],
  ['Total\n= 3', "Total\n'= 3"],
  ['\t=1', "'\t'=1"],
])('the CSV cell of %j has no formula for a reader that separates elsewhere', (text, cell) => {
  expect(csvCell(text)).toBe(`"${cell}"`);
});

test.each(['a\tb', ' a', 'x-1', 'Rua A, 5 - fundos'])('the CSV cell of %j is left as it is', (text) => {
  expect(csvCell(text)).toBe(`"${text}"`);
});

test('a CSV reader gets back every text, and no text cell begins like a formula', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          description: texts,
          name: texts,
          amountCents: fc.maxSafeInteger(),
          type: fc.constantFrom(...TRANSACTION_TYPES),
        }),
        { maxLength: 5 },
      ),
      (written) => {
        const rows = parse(
          csvRows(
            written.map(({ name, ...rest }) => ({
              ...line,
              ...rest,
              balanceAfterCents: -rest.amountCents,
              counterparty: { name, document: '' },
            })),
          ),
          { delimiter: ';', recordDelimiter: '\r\n' },
        );
        expect(rows).toHaveLength(written.length);
        for (const [index, { description, name, amountCents }] of written.entries()) {
          const cells = rows[index] ?? [];
          expect(cells).toHaveLength(10);
          for (const cell of [cells[3], cells[4], cells[5], cells[6]])
            expect(cell).not.toMatch(/^[\s\0]*[=+\-@＝＋－＠]/u);
          expect(plain(unmarked(cells[4] ?? ''))).toBe(plain(description));
          expect(plain(unmarked(cells[5] ?? ''))).toBe(plain(name));
          expect(Number(cells[7]?.replace(',', ''))).toBe(amountCents);
          expect(Number(cells[8]?.replace(',', ''))).toBe(-amountCents || 0);
        }
      },
    ),
  );
});

test.each([
  ['commas', ','],
  ['tabs', '\t'],
])('no field begins like a formula for a reader that separates cells by %s', (_, delimiter) => {
  fc.assert(
    fc.property(texts, texts, (description, name) => {
      const counterparty = { name, document: '' };
      const rows = parse(csvRows([{ ...line, description, counterparty }]), {
        delimiter,
        quote: false,
        recordDelimiter: ['\r\n', '\n', '\r'],
        relaxColumnCount: true,
      });
      for (const field of rows.flat()) expect(field).not.toMatch(/^[\s\0"]*[=+\-@＝＋－＠]/u);
    }),
  );
});
