import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText, digitsOf, plainText } from './text.ts';

describe('cleaned text', () => {
  it.each([
    ['  Aluguel\r\n\tde\u0000 março \u202egpj.exe ', 'Aluguel de março gpj.exe'],
    ['Pão de açúcar 🥖 nº 3', 'Pão de açúcar 🥖 nº 3'],
    ['a\ud800b', 'a b'],
    ['ban\u00adco', 'banco'],
    ['\ufeffAna\u200b', 'Ana'],
    ['São João 👩‍🍳', 'São João 👩‍🍳'],
    [`A${'\u0300'.repeat(60)}na`, `A${'\u0300'.repeat(4)}na`],
    [`A${'\u0336\u200c\u0489\u200d\u034f'.repeat(20)}na`, 'A\u0336\u200c\u0489\u200dna'],
    ['שָּׁלוֹם 1️⃣ ที่นี่ ❤️‍🔥', 'שָּׁלוֹם 1️⃣ ที่นี่ ❤️‍🔥'],
  ])('the text %j is cleaned to %j', (typed, clean) => {
    expect(cleanText(typed)).toBe(clean);
  });

  it.each([
    '\u200b\u200b\u2060\u00ad \u3000\u0007',
    '\u3164\u115f',
    '\u2800',
    '\u200d \ufe0f',
    '\u{e0041}\u{e007f}',
  ])('a text of only invisible characters is cleaned to nothing: case %#', (invisible) => {
    expect(cleanText(invisible)).toBe('');
  });

  it('cleaning a text twice changes nothing more, and no control character is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it('cleaned lines are kept, with at most one empty line between two', () => {
    expect(cleanLines('\u200b\n Ligou.\r\n\r\n\r\n\r\nNão  atendeu.\u0000\rVolta\tamanhã \n\n')).toBe(
      'Ligou.\n\nNão atendeu.\nVolta amanhã',
    );
    expect(cleanLines(' \n\t\r\n\u200b')).toBe('');
  });

  it('a text is searched in small letters without accents', () => {
    expect(plainText('AÇÃO Ñandú Zoë')).toBe('acao nandu zoe');
  });

  it('the digits of a text are kept in order', () => {
    expect(digitsOf('(11) 98765-4321')).toBe('11987654321');
  });
});
