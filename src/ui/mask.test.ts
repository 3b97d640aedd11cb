import { describe, expect, it } from 'vitest';
import { applyMask, caretAfterMask, maskLimit, significant } from './mask.ts';

describe('applyMask', () => {
  it.each([
    ['cpf', '52998224725', '529.982.247-25'],
    ['cpf', '529982247259999', '529.982.247-25'],
    ['cnpj', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cnpj', '12ABC34501DEXX', '12.ABC.345/01DE'],
    ['document', '52998224725', '529.982.247-25'],
    ['document', '529982247251', '52.998.224/7251'],
    ['document', '12a', '12.A'],
    ['phone', '1133334444', '(11) 3333-4444'],
    ['phone', '11987654321', '(11) 98765-4321'],
    ['phone', '+55 11 98765-4321', '(11) 98765-4321'],
    ['cep', '01001000', '01001-000'],
    ['account', '12345674', '1234-5674'],
  ] as const)('the %s mask turns %s into %s', (mask, typed, masked) =>
    expect(applyMask(mask, typed)).toBe(masked),
  );

  it('a mask adds a separator only once a character follows, so that it can be deleted', () => {
    expect(applyMask('cpf', '529')).toBe('529');
    expect(applyMask('phone', '11')).toBe('(11');
  });

  it('masks have the maximum lengths of the specification', () => {
    expect([
      maskLimit('cpf'),
      maskLimit('document'),
      maskLimit('cnpj'),
      maskLimit('phone'),
      maskLimit('cep'),
    ]).toEqual([14, 18, 18, 15, 9]);
  });
});

describe('caretAfterMask', () => {
  it('the caret stays behind the character just typed', () => {
    expect(caretAfterMask('529.982', '529982', 4)).toBe(5);
    expect(caretAfterMask('529.982', '529982', 6)).toBe(7);
    expect(caretAfterMask('529', '.529', 0)).toBe(0);
  });
});

it('significant() keeps only letters and digits', () => {
  expect(significant('12.abc.345/01de-35')).toBe('12ABC34501DE35');
});
