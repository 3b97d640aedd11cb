import { defaultParseSearch } from '@tanstack/react-router';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressOf, isScreen, type Place, searchOf } from './places.ts';
import { cleanText } from './text.ts';

const read = <Of extends Place>(place: Of, address: string) =>
  searchOf(place, defaultParseSearch(new URL(address, 'https://vale.example').search));

it.each([
  [addressOf('/client/dashboard'), '/client/dashboard'],
  [addressOf('/client/statement', { conta: 'externa' }), '/client/statement?conta=externa'],
  [addressOf('/client/transfers', { conta: '1234-5674' }), '/client/transfers?conta=1234-5674'],
  [addressOf('/client/transfers', { valor: '250.00' }), '/client/transfers?valor=250.00'],
  [addressOf('/client/transfers', { descricao: '1e5' }), '/client/transfers?descricao=%221e5%22'],
  [addressOf('/admin/operations', { atraso: 1 }), '/admin/operations?atraso=1'],
  [addressOf('/admin/users', { busca: 'Ana Luz' }), '/admin/users?busca=Ana+Luz'],
  [addressOf('/admin/clients/$id/history', {}, { id: '0193' }), '/admin/clients/0193/history'],
  [addressOf('/verificar/$code', {}, { code: 'AB/CD' }), '/verificar/AB%2FCD'],
  [addressOf('/verificar/$code'), '/verificar/'],
  [addressOf('/client/pix', { aba: undefined, ver: 'mover' }), '/client/pix?ver=mover'],
])('an address is written as %s', (address, expected) => expect(address).toBe(expected));

it('an address encodes text as an HTML form does', () => {
  const busca = "Ana & João's (1/2)~ *.-_!\ud800";
  const { searchParams } = new URL(addressOf('/admin/users', { busca }), 'https://vale.example');
  expect(addressOf('/admin/users', { busca })).toBe(`/admin/users?${new URLSearchParams({ busca })}`);
  expect(searchParams.get('busca')).toBe("Ana & João's (1/2)~ *.-_!\ufffd");
});

it('an address with any text is read back as it was written', () => {
  const texts = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
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
    fc.property(texts, (written) => {
      const busca = cleanText(written);
      fc.pre(busca.length > 0);
      expect(read('/admin/users', addressOf('/admin/users', { busca }))).toEqual({ busca });
    }),
  );
  const token = '0123456789012345678901234567890123456789012';
  expect(read('/recuperar-senha', addressOf('/recuperar-senha', { token }))).toEqual({ token });
});

it('the PIX address opens its tab and overlay, and anything unknown opens the first tab', () => {
  const both = { aba: 'receber', ver: 'mover' } as const;
  expect(searchOf('/client/pix', both)).toEqual(both);
  expect(searchOf('/client/pix', { aba: 7, ver: '<b>' })).toEqual({});
});

it('the dashboard address says the period, and anything unknown is dropped', () => {
  const daysOf = (dias: unknown) => searchOf('/admin/dashboard', { dias }).dias;
  expect([7, '90', undefined, 8, [7, 30], null].map(daysOf)).toEqual([
    7,
    90,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('the jobs address names a known job or none', () => {
  expect(searchOf('/admin/jobs', { tarefa: 'backup' })).toEqual({ tarefa: 'backup' });
  expect(searchOf('/admin/jobs', { tarefa: 'toString' })).toEqual({});
});

it('a path is that of a screen with or without a slash at its end, and no other path is', () => {
  for (const path of ['/login', '/login/', '/client/pix', '/admin/clients/c-1/history', '/verificar/ABCD'])
    expect(isScreen(path), path).toBe(true);
  for (const path of ['/', '/client', '/clients/pix', '/admin/clients//history', '/client/pix/x', '/login//'])
    expect(isScreen(path), path).toBe(false);
});
