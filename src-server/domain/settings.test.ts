import { expect, test } from 'vitest';
import { defaultOf, SETTINGS, SWITCH_NAMES } from './settings.ts';

test('by default administrators get every notification and need no second factor', () => {
  expect(Object.fromEntries(SWITCH_NAMES.map((name) => [name, SETTINGS[name].default]))).toEqual({
    requireAdminTwoFactor: false,
    notifyNewClients: true,
    notifyCreditProposals: true,
    notifyLatePayments: true,
  });
});

test('in production administrators need a second factor, and one adjustment moves R$ 100.000,00 at most', () => {
  const production = { isProduction: true };
  expect(defaultOf('requireAdminTwoFactor', production)).toBe(true);
  expect(defaultOf('maxAdjustment', production)).toBe('100000.00');
  expect(defaultOf('notifyNewClients', production)).toBe(true);
});
