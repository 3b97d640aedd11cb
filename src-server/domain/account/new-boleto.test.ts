import { expect, test } from 'vitest';
import { readBoleto } from './boleto.ts';
import { newBankBoleto } from './new-boleto.ts';

const TODAY = '2026-11-21';

test.each([
  [1, TODAY, 0],
  [123_45, '2026-12-10', 7],
  [99_999_999_99, '2027-02-28', 123_456],
])('a new boleto of %i cents due on %s has that amount and day, as bank 341', (amountCents, dueOn, place) => {
  const boleto = newBankBoleto(amountCents, dueOn, place);
  expect(boleto).toMatchObject({ kind: 'bank', bankCode: '341', amountCents, dueOn });
  for (const text of [boleto.line, boleto.barcode])
    expect(readBoleto(text, TODAY)).toEqual({ ok: true, boleto });
});

test('new boletos differ for each serial number, and an amount of eleven digits in cents is refused', () => {
  const lines = Array.from({ length: 30 }, (_, place) => newBankBoleto(100, TODAY, place).line);
  expect(new Set(lines).size).toBe(30);
  expect(() => newBankBoleto(100_000_000_00, TODAY, 0)).toThrow('a boleto cannot hold 10000000000 cents');
});
