import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { defaultOf, MAXIMUM_NAMES, SETTINGS, SWITCH_NAMES, updateSettingSchema } from './settings.ts';

test('by default administrators get every notification and need no second factor', () => {
  expect(Object.fromEntries(SWITCH_NAMES.map((name) => [name, SETTINGS[name].default]))).toEqual({
    requireAdminTwoFactor: false,
    notifyNewClients: true,
    notifyCreditProposals: true,
    notifyLatePayments: true,
  });
});

test('in production administrators need a second factor, one adjustment moves R$ 100.000,00 at most, and one approval lends R$ 1.000.000,00', () => {
  const production = { isProduction: true };
  expect(defaultOf('requireAdminTwoFactor', production)).toBe(true);
  expect(defaultOf('maxAdjustment', production)).toBe('100000.00');
  expect(defaultOf('maxApproval', production)).toBe('1000000.00');
  expect(defaultOf('notifyNewClients', production)).toBe(true);
});

test('outside production every setting has its general default', () => {
  const elsewhere = { isProduction: false };
  expect(defaultOf('requireAdminTwoFactor', elsewhere)).toBe(false);
  for (const name of MAXIMUM_NAMES) expect(defaultOf(name, elsewhere)).toBe('100000000000.00');
});

test('a switch is set to on or off, and the greatest adjustment or approval to an amount above zero', () => {
  for (const name of SWITCH_NAMES)
    for (const value of [true, false])
      expect(updateSettingSchema.parse({ name, value })).toEqual({ name, value });
  for (const name of MAXIMUM_NAMES)
    expect(updateSettingSchema.parse({ name, value: 0.01 })).toEqual({ name, value: '0.01' });
  expect(refusalsOf(updateSettingSchema, { name: 'notifyNewClients', value: 'on' })).toEqual({
    value: 'O valor deve ser verdadeiro ou falso',
  });
  expect(refusalsOf(updateSettingSchema, { name: 'maxAdjustment', value: '0' })).toEqual({
    value: 'Valor deve ser maior que zero',
  });
  expect(refusalsOf(updateSettingSchema, { name: 'creditParameters', value: {} })).toEqual({
    name: 'Configuração desconhecida',
  });
});
