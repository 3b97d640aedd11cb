import { describe, expect, test } from 'vitest';
import { writeBrCode } from '#domain/pix/br-code';
import { readBoleto } from './account/boleto.ts';
import { readPayables } from './payable.ts';

const TODAY = '2026-11-26';
const ORIGIN = 'https://bank.example';
const LINE = '10492006506100010004200997263900989810000021403';
const UTILITY = '836200000005667800481000180975657313001589636081';
const PAYLOAD = writeBrCode({
  key: 'padaria@correio.example',
  name: 'Padaria do Vale',
  city: 'SANTO ANDRE',
  amountCents: 1250,
});

const read = (...texts: string[]) => readPayables(texts, TODAY, ORIGIN);
const barsOf = (line: string) => {
  const reading = readBoleto(line, TODAY);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.boleto.barcode;
};

describe('what the codes in a picture ask to be paid', () => {
  test('a PIX code is payable, whatever stands around it', () => {
    expect(read(`  ${PAYLOAD}\n`)).toEqual({
      payables: [{ kind: 'pix', payload: PAYLOAD, name: 'Padaria do Vale', amountCents: 1250 }],
      fault: null,
      hasOthers: false,
    });
  });

  test.each([
    ['a bank', LINE],
    ['a utility', UTILITY],
  ])('the bars of the boleto of %s become its printed line', (_, line) => {
    const [payable] = read(barsOf(line)).payables;
    expect(payable?.kind === 'boleto' && payable.boleto.line).toBe(line);
  });

  test('bars with one wrong digit are no boleto, and are said to be unclear', () => {
    const bars = barsOf(LINE);
    for (const place of [0, 4, 10, 43]) {
      const other = String((Number(bars[place]) + 1) % 10);
      const { payables, fault } = read(bars.slice(0, place) + other + bars.slice(place + 1));
      expect(payables, `digit ${place}`).toEqual([]);
      expect(fault).toMatch(/^O código de barras não confere/);
    }
  });

  test('a broken PIX code has its fault', () => {
    expect(read(`${PAYLOAD.slice(0, -1)}${PAYLOAD.endsWith('0') ? '1' : '0'}`)).toMatchObject({
      payables: [],
      fault: 'Código PIX inválido: confira se ele foi copiado inteiro',
    });
  });

  test("only a link to the bank's own transfer form is a transfer", () => {
    const path = '/client/transfers?conta=1234-5674&valor=7.00';
    expect(read(ORIGIN + path).payables).toEqual([{ kind: 'transfer', path }]);
    for (const foreign of [
      `https://evil.example${path}`,
      `${ORIGIN}.evil.example${path}`,
      `${ORIGIN}/client/profile?aba=dados`,
      `${ORIGIN}/client/transfers/../profile`,
    ])
      expect(read(foreign), foreign).toEqual({ payables: [], fault: null, hasOthers: true });
  });

  test('codes of other kinds are said to be others, and equal ones count once', () => {
    expect(read('7891000315507', 'WIFI:S:casa;;', '52998224725')).toEqual({
      payables: [],
      fault: null,
      hasOthers: true,
    });
    expect(read(PAYLOAD, PAYLOAD, barsOf(LINE), 'https://menu.example')).toMatchObject({
      payables: [{ kind: 'pix' }, { kind: 'boleto' }],
      hasOthers: true,
    });
    expect(read()).toEqual({ payables: [], fault: null, hasOthers: false });
  });
});
