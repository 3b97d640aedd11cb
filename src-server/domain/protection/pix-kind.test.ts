import { expect, test } from 'vitest';
import { pixKindOf } from './pix-kind.ts';

const email = { type: 'EMAIL', canonical: 'maria@correio.example' } as const;

test.each([
  [null, 'pix_person'],
  ['52998224725', 'pix_person'],
  // As the provider masks it: 14 characters, as many as a CNPJ has.
  ['***.982.247-**', 'pix_person'],
  ['12ABC34501DE35', 'pix_company'],
  ['12.ABC.345/01DE-35', 'pix_company'],
  ['**.ABC.345/01DE-**', 'pix_company'],
])('a PIX to a payee with document %s is %s', (document, kind) => {
  expect(pixKindOf(email, document)).toBe(kind);
});

test('a PIX to a CNPJ as key is one to a company', () => {
  expect(pixKindOf({ type: 'CNPJ' }, null)).toBe('pix_company');
});
