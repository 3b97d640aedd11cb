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
  ])('%j is %j', (typed, clean) => {
    expect(cleanText(typed)).toBe(clean);
  });

  it('of nothing but invisible characters is empty, so that no minimum length is met by them', () => {
    expect(cleanText('\u200b\u200b\u2060\u00ad \u3000\u0007')).toBe('');
  });

  it('is clean once and for all, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it('of several lines keeps them, and one empty line between two', () => {
    expect(cleanLines('\u200b\n Ligou.\r\n\r\n\r\n\r\nNão  atendeu.\u0000\rVolta\tamanhã \n\n')).toBe(
      'Ligou.\n\nNão atendeu.\nVolta amanhã',
    );
    expect(cleanLines(' \n\t\r\n\u200b')).toBe('');
  });

  it('is searched in small letters without accents', () => {
    expect(plainText('AÇÃO Ñandú Zoë')).toBe('acao nandu zoe');
  });

  it('has its digits', () => {
    expect(digitsOf('(11) 98765-4321')).toBe('11987654321');
  });
});
