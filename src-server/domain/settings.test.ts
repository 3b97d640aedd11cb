import { expect, test } from 'vitest';
import { SETTINGS, SWITCH_NAMES } from './settings.ts';

test('by default administrators get every notification and need no second factor', () => {
  expect(Object.fromEntries(SWITCH_NAMES.map((name) => [name, SETTINGS[name].default]))).toEqual({
    requireAdminTwoFactor: false,
    notifyNewClients: true,
    notifyCreditProposals: true,
    notifyLatePayments: true,
  });
});
