import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BOLETO_LENGTHS } from './boleto.ts';
import {
  boletoDigits,
  boletoFaultText,
  formatBoletoLine,
  lineDigits,
  readLineSoFar,
  segmentName,
} from './boleto-line.ts';

type Vector = { input: string; refDate: string; expected: { valid: boolean; line: string; kind: string } };

const TODAY = '2026-11-21';
const BANK = '10492006506100010004200997263900989810000021403';
const UTILITY = '836200000005667800481000180975657313001589636081';
const vectors = ['boleto-bank', 'boleto-utility'].flatMap(
  (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as Vector[],
);
const lines = vectors.filter(({ expected }) => expected.valid).map(({ expected }) => expected.line);

const missingAfter = (digits: string, typed: number) => {
  const state = readLineSoFar(digits.slice(0, typed), TODAY);
  return state.kind === 'partial' ? state.missing : state.kind;
};

describe('a boleto line being typed', () => {
  test('no prefix of a valid boleto line is reported as wrong, and the complete line is read', () => {
    expect(lines.length).toBeGreaterThanOrEqual(20);
    for (const line of lines) {
      for (let typed = 1; typed < line.length; typed += 1)
        expect(missingAfter(line, typed)).toBe(line.length - typed);
      expect(readLineSoFar(line, TODAY)).toMatchObject({ kind: 'read', boleto: { line } });
      expect(readLineSoFar(formatBoletoLine(line), TODAY)).toMatchObject({ kind: 'read', boleto: { line } });
    }
  });

  test('a wrong digit in a boleto line is reported with its block once that block is complete', () => {
    const flip = (line: string, at: number) =>
      line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1);
    for (const [at, end, fault] of [
      [5, 10, 'field1'],
      [12, 21, 'field2'],
      [30, 32, 'field3'],
    ] as const) {
      expect(readLineSoFar(flip(BANK, at).slice(0, end - 1), TODAY).kind).toBe('partial');
      expect(readLineSoFar(flip(BANK, at).slice(0, end), TODAY)).toEqual({ kind: 'wrong', fault });
    }
    expect(readLineSoFar(flip(BANK, 40), TODAY)).toEqual({ kind: 'wrong', fault: 'generalDV' });
    for (const [at, end, fault] of [
      [5, 12, 'block1'],
      [20, 24, 'block2'],
      [30, 36, 'block3'],
      [40, 48, 'block4'],
    ] as const)
      expect(readLineSoFar(flip(UTILITY, at).slice(0, end), TODAY)).toEqual({ kind: 'wrong', fault });
    expect(readLineSoFar('1048', TODAY)).toEqual({ kind: 'wrong', fault: 'currency' });
    expect(readLineSoFar('831', TODAY)).toEqual({ kind: 'wrong', fault: 'valueIdentifier' });
  });

  test('a boleto barcode is read too, and words around a line are ignored', () => {
    const barcodes = vectors.filter(
      ({ input, expected }) => expected.valid && input.length === BOLETO_LENGTHS.barcode,
    );
    expect(barcodes.length).toBeGreaterThan(0);
    for (const { input, expected } of barcodes)
      expect(readLineSoFar(input, TODAY)).toMatchObject({ kind: 'read', boleto: { line: expected.line } });
    expect(boletoDigits(`Fatura 12/2026 — linha digitável:\n${formatBoletoLine(BANK)} (pague hoje)`)).toBe(
      BANK,
    );
    expect(boletoDigits(`${formatBoletoLine(BANK)}, vence em 30/11`)).toBe(BANK);
    expect(boletoDigits('12 e 34')).toBe('12');
    expect(boletoDigits('sem código')).toBe('');
    expect(lineDigits(formatBoletoLine(BANK))).toBe(BANK);
    expect(lineDigits(`${BANK}999`)).toBe(BANK);
    expect(readLineSoFar(`${BANK}9`, TODAY)).toEqual({ kind: 'wrong', fault: 'length' });
    expect(readLineSoFar('', TODAY)).toEqual({ kind: 'empty' });
  });
});

describe('a boleto line as people read it', () => {
  test('a boleto line is shown in the printed groups, as far as it is typed', () => {
    expect(formatBoletoLine(BANK)).toBe('10492.00650 61000.100042 00997.263900 9 89810000021403');
    expect(formatBoletoLine(UTILITY)).toBe('83620000000-5 66780048100-0 18097565731-3 00158963608-1');
    expect(formatBoletoLine(`${BANK}1`)).toBe(formatBoletoLine(BANK));
    expect(formatBoletoLine(`${UTILITY}1`)).toBe(formatBoletoLine(UTILITY));
    expect(formatBoletoLine('10492')).toBe('10492');
    expect(formatBoletoLine('104920')).toBe('10492.0');
    expect(formatBoletoLine('')).toBe('');
  });

  test('a boleto fault names its block, and a short line the minimum length', () => {
    expect(boletoFaultText('length', '123')).toBe('Código do boleto inválido (mínimo 47 dígitos)');
    expect(boletoFaultText('field2', BANK)).toBe(
      'Dígito verificador errado no 2º bloco: confira 61000.100042',
    );
    expect(boletoFaultText('field1', BANK)).toBe(
      'Dígito verificador errado no 1º bloco: confira 10492.00650',
    );
    expect(boletoFaultText('field3', BANK)).toBe(
      'Dígito verificador errado no 3º bloco: confira 00997.263900',
    );
    expect(boletoFaultText('block1', UTILITY)).toBe(
      'Dígito verificador errado no 1º bloco: confira 83620000000-5',
    );
    expect(boletoFaultText('block4', UTILITY)).toBe(
      'Dígito verificador errado no 4º bloco: confira 00158963608-1',
    );
  });

  test.each([
    ['charset', BANK, 'O código do boleto tem só números'],
    ['currency', BANK, 'O 4º dígito de um boleto bancário é 9: confira o começo do código'],
    [
      'valueIdentifier',
      UTILITY,
      'O 3º dígito de uma conta ou tributo é 6, 7, 8 ou 9: confira o começo do código',
    ],
    [
      'generalDV',
      BANK,
      'O dígito verificador geral (o que fica sozinho, antes do último bloco) não confere: confira o código inteiro',
    ],
    ['generalDV', UTILITY, 'O dígito verificador geral (o 4º) não confere: confira o código inteiro'],
  ] as const)('a boleto with the fault %s in %s says where to look', (fault, digits, text) => {
    expect(boletoFaultText(fault, digits)).toBe(text);
  });

  test('a utility boleto is named after its segment, and an unknown segment gets a general name', () => {
    expect(segmentName(3)).toBe('Energia elétrica ou gás');
    expect(segmentName(8)).toBe('Conta de consumo ou tributo');
  });
});
