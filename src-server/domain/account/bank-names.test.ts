import { expect, test } from 'vitest';
import { bankName } from './bank-names.ts';

test('a known bank has its common name, an unknown one its number', () => {
  expect(['001', '341', '104', '461'].map(bankName)).toEqual([
    'Banco do Brasil',
    'Itaú Unibanco',
    'Caixa Econômica Federal',
    'Asaas',
  ]);
  expect(['999', '000', ''].map(bankName)).toEqual(['Banco 999', 'Banco 000', 'Banco ']);
});
