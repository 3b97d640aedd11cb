import { expect, it } from 'vitest';
import { changesBetween, type Holder, profileLabel, toSend, valuesOf } from './profile-fields.ts';

const holder: Holder = {
  id: '1',
  fullName: 'Joana Prado',
  username: 'joana.prado',
  email: 'joana@exemplo.com.br',
  pendingEmail: null,
  phone: '11987654321',
  cpf: '52513127765',
  cnpj: null,
  rg: null,
  birthDate: '1988-03-14',
  occupation: 'Arquiteta',
  monthlyIncome: '7800.00',
  street: 'Rua Marechal Deodoro',
  number: '1200',
  complement: null,
  neighborhood: 'Centro',
  city: 'São Bernardo do Campo',
  state: 'SP',
  zipCode: '09710001',
  role: 'cliente',
  isActive: true,
  createdAt: '2026-07-03T12:00:00.000Z',
  ratingVb: null,
  asaasSubAccountId: null,
  asaasAccountStatus: null,
};

it('the profile form opens with masks and with the e-mail that awaits confirmation', () => {
  expect(valuesOf(holder)).toMatchObject({ phone: '(11) 98765-4321', zipCode: '09710-001', complement: '' });
  expect(valuesOf({ ...holder, pendingEmail: 'nova@exemplo.com.br' }).email).toBe('nova@exemplo.com.br');
});

it('profile values that differ only in mask, case or spaces are no change', () => {
  const before = valuesOf(holder);
  const same = {
    ...before,
    email: ' Joana@Exemplo.com.br ',
    phone: '11 98765 4321',
    zipCode: '09710001',
    state: 'sp',
    monthlyIncome: '7800',
    street: 'Rua  Marechal Deodoro ',
  };
  expect(changesBetween(before, same)).toEqual([]);
});

it('profile changes are listed as shown to people, in screen order', () => {
  const before = valuesOf(holder);
  const after = { ...before, monthlyIncome: '8100.50', complement: 'Casa 2', phone: '(11) 3000-0000' };
  expect(changesBetween(before, after)).toEqual([
    { field: 'phone', from: '(11) 98765-4321', to: '(11) 3000-0000' },
    { field: 'complement', from: '', to: 'Casa 2' },
    { field: 'monthlyIncome', from: 'R$\u00a07.800,00', to: 'R$\u00a08.100,50' },
  ]);
});

it('the profile form sends phone and postal code as digits and the state in capitals', () => {
  expect(toSend({ ...valuesOf(holder), state: 'sp' })).toMatchObject({
    phone: '11987654321',
    zipCode: '09710001',
    state: 'SP',
    monthlyIncome: '7800.00',
  });
});

it('the income field is labelled as revenue for a company', () => {
  expect(profileLabel('monthlyIncome', true)).toBe('Faturamento mensal');
  expect(profileLabel('monthlyIncome', false)).toBe('Renda mensal');
});
