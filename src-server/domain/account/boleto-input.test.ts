import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { boletoLineSchema } from './boleto-input.ts';
import { newBankBoleto } from './new-boleto.ts';

const refusal = (text: unknown) => refusalsOf(boletoLineSchema, text)[''];
const digits = (length: number) => '1'.repeat(length);

test('a boleto line is read without its points, dashes and spaces', () => {
  expect(boletoLineSchema.parse(` 1111.1 1-1${digits(40)}\n`)).toBe(digits(47));
});

test('a boleto code has 47 digits or more, or the 44 of a barcode', () => {
  for (const length of [44, 47, 48, 60]) expect(refusal(digits(length))).toBeUndefined();
  for (const text of ['', digits(43), digits(45), digits(46), `${digits(46)}...`, undefined])
    expect(refusal(text)).toBe('Código do boleto inválido (mínimo 47 dígitos)');
});

test('a boleto code has only digits, and at most 200 typed characters', () => {
  for (const text of [`${digits(46)}x`, `x${digits(46)}`, `${digits(20)}x${digits(27)}`, digits(201)])
    expect(refusal(text)).toBe('Código do boleto inválido');
  expect(refusal(digits(47).padEnd(200, ' '))).toBeUndefined();
});

test('a demonstration boleto has its amount and due date, and differs for each serial number', () => {
  const boleto = newBankBoleto(12_345, '2026-12-10', 1);
  expect(boleto).toMatchObject({ amountCents: 12_345, dueOn: '2026-12-10', bankCode: '341' });
  const lines = Array.from({ length: 60 }, (_, place) => newBankBoleto(12_345, '2026-12-10', place).line);
  expect(new Set(lines).size).toBe(60);
  expect(new Set(lines.map((line) => line[32]))).toEqual(new Set('123456789'));
});
