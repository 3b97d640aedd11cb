import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { brokenLines, openSheet } from './pdf-sheet.ts';

const font = await (await PDFDocument.create()).embedFont(StandardFonts.Courier);
/** Courier letters are 0.6 of their size wide: 60 points hold ten letters of size 10. */
const linesOf = (text: string) => brokenLines(text, font, 10, 60.01);

test('PDF lines break between words, and inside a word only when it is too long', () => {
  expect(linesOf('um dois tres quatro')).toEqual(['um dois', 'tres', 'quatro']);
  expect(linesOf('abcdefghij klm')).toEqual(['abcdefghij', 'klm']);
  expect(linesOf('ab abcdefghijklm z')).toEqual(['ab abcdefg', 'hijklm z']);
  expect(linesOf('')).toEqual(['']);
});

test('no PDF line is too wide, and no letter is lost', () => {
  const texts = fc
    .array(fc.stringMatching(/^[a-z]{1,24}$/), { maxLength: 12 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(texts, (text) => {
      const lines = linesOf(text);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(10);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

test('a text that the typeface cannot write keeps no later one from being written', async () => {
  const sheet = await openSheet({ title: 'x', author: 'x', at: new Date(0) });
  for (const text of ['Aula\u200c', '\u{112b1}', 'João e Conceição · R$\u00a01,00', 'e\u0301'])
    sheet.write(text, 10, 10, { width: 100 });
  sheet.write('\u{112b1}\u{112b1}', 10, 10);
  expect((await sheet.pdf.save()).length).toBeGreaterThan(1000);
});
