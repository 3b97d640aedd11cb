import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { cleanText } from '#domain/text';
import { receiveLink } from './charge.ts';

const parseTransfersSearch = (search: Record<string, unknown>) => searchOf('/client/transfers', search);

function openLink(link: string) {
  return parseTransfersSearch(defaultParseSearch(new URL(link).search));
}

describe('receiveLink', () => {
  it('a receive link opens the transfer form of the given origin', () => {
    const link = receiveLink('https://banco.example', {
      accountNumber: '1234-5674',
      amountCents: 25_000,
      description: 'Aluguel & condomínio',
    });
    expect(link).toBe(
      'https://banco.example/client/transfers?conta=1234-5674&valor=250.00&descricao=Aluguel+%26+condom%C3%ADnio',
    );
  });

  it('a receive link fills the form with exactly the charged amount and description, whatever the text', () => {
    const descriptions = fc.oneof(
      fc.string({ minLength: 3, maxLength: 100, unit: 'grapheme' }),
      fc.constantFrom(
        '2026',
        'true',
        'null',
        '1e5',
        '"aspas"',
        '[1, 2]',
        '00012345678901234567890',
        'a=b&c=d#e',
      ),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), descriptions, (amountCents, written) => {
        const description = cleanText(written);
        fc.pre(description.length >= 3 && description.length <= 140);
        const link = receiveLink('http://localhost:3000', {
          accountNumber: '1234-5674',
          amountCents,
          description,
        });
        const amount = `${String(amountCents).padStart(3, '0').slice(0, -2)}.${String(amountCents).padStart(3, '0').slice(-2)}`;
        expect(openLink(link)).toEqual({ conta: '1234-5674', valor: amount, descricao: description });
      }),
    );
  });

  it('a receive link still fills the form after a redirect through the login', () => {
    const link = receiveLink('http://localhost:3000', {
      accountNumber: '1234-5674',
      amountCents: 1_050,
      description: 'Racha do jantar',
    });
    const target = new URL(link);
    const signIn = `/login${defaultStringifySearch({ next: target.pathname + target.search })}`;
    const carried: Record<string, unknown> = defaultParseSearch(new URL(signIn, target.origin).search);
    expect(openLink(new URL(String(carried.next), target.origin).href)).toEqual({
      conta: '1234-5674',
      valor: '10.50',
      descricao: 'Racha do jantar',
    });
  });
});

describe('parseTransfersSearch', () => {
  it('the URL of the transfers screen drops values that cannot fill the form', () => {
    expect(
      parseTransfersSearch({
        aba: 'pix',
        conta: '12345678901',
        valor: '-5.00',
        descricao: { toString: () => 'x' },
        outro: 1,
      }),
    ).toEqual({});
    expect(parseTransfersSearch({ valor: '1,50', conta: '<script>' })).toEqual({});
    expect(parseTransfersSearch({ valor: 0 })).toEqual({});
  });

  it('the URL of the transfers screen formats account and amount as the form does', () => {
    expect(parseTransfersSearch({ conta: 12345674, valor: 250 })).toEqual({
      conta: '1234-5674',
      valor: '250.00',
    });
  });

  it('the URL of the transfers screen keeps a known tab', () => {
    expect(parseTransfersSearch({ aba: 'receber' })).toEqual({ aba: 'receber' });
    expect(parseTransfersSearch({ aba: 'pix' })).toEqual({});
  });
});
