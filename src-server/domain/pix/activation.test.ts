import { describe, expect, test } from 'vitest';
import { type ActivationData, missingForActivation } from './activation.ts';
import { externalStatusOf } from './external-status.ts';

const WHOLE: ActivationData = {
  cpf: '52998224725',
  cnpj: null,
  phone: '11987654321',
  zipCode: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  monthlyIncomeCents: 1,
};

describe('data missing before the provider opens an account', () => {
  test('complete data of a person or company lacks nothing for the activation', () => {
    expect(missingForActivation(WHOLE)).toEqual({});
    expect(missingForActivation({ ...WHOLE, cpf: null, cnpj: '12ABC34501DE35' })).toEqual({});
  });

  test.each([
    ['cpf', 'cpf', 'CPF ou CNPJ'],
    ['phone', 'phone', 'Telefone'],
    ['zipCode', 'zipCode', 'CEP'],
    ['street', 'street', 'Rua'],
    ['number', 'number', 'Número'],
    ['neighborhood', 'neighborhood', 'Bairro'],
    ['monthlyIncomeCents', 'monthlyIncome', 'Renda mensal'],
  ])('the activation reports a missing %s', (field, name, label) => {
    expect(missingForActivation({ ...WHOLE, [field]: null })).toEqual({ [name]: label });
  });

  test('the activation reports an income of zero or less as missing', () => {
    for (const monthlyIncomeCents of [0, -1])
      expect(missingForActivation({ ...WHOLE, monthlyIncomeCents })).toEqual({
        monthlyIncome: 'Renda mensal',
      });
    expect(missingForActivation({ ...WHOLE, monthlyIncomeCents: 1 })).toEqual({});
  });
});

describe('the state of an account at the provider', () => {
  const pending = {
    commercialInfo: 'PENDING',
    bankAccountInfo: 'PENDING',
    documentation: 'PENDING',
    general: 'PENDING',
  } as const;

  test('an account at the provider is approved only by its overall status', () => {
    expect(externalStatusOf({ ...pending, general: 'APPROVED' })).toBe('approved');
    expect(externalStatusOf({ ...pending, general: 'APPROVED', documentation: 'REJECTED' })).toBe('approved');
    expect(externalStatusOf({ ...pending, documentation: 'APPROVED' })).toBe('pending');
  });

  test('an account at the provider with one rejected part is rejected, whatever else is under review', () => {
    expect(externalStatusOf({ ...pending, documentation: 'REJECTED', general: 'AWAITING_APPROVAL' })).toBe(
      'rejected',
    );
  });

  test('an account at the provider with one part under review awaits approval', () => {
    expect(externalStatusOf({ ...pending, commercialInfo: 'AWAITING_APPROVAL' })).toBe('awaiting_approval');
    expect(externalStatusOf(pending)).toBe('pending');
  });
});
