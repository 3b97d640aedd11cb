import { expect, test } from 'vitest';
import { ACTIVE_ONLY, type AccountRule, inactiveRefusal } from './account-rule.ts';

const entries = [
  { accountId: 'payer', amountCents: -100 },
  { accountId: 'payee', amountCents: 100 },
];
const to = { reach: 'active', destination: 'DESTINATION_INACTIVE' } as const;

test('an account that receives one cent counts as a destination', () => {
  const accounts = [{ id: 'payee', isActive: false }];
  const cent = [
    { accountId: 'payer', amountCents: -1 },
    { accountId: 'payee', amountCents: 1 },
  ];
  expect(inactiveRefusal(to, accounts, cent)).toBe('DESTINATION_INACTIVE');
});

test.for<[string[], AccountRule, string | null]>([
  [[], ACTIVE_ONLY, null],
  [['payer'], ACTIVE_ONLY, 'ACCOUNT_INACTIVE'],
  [['payee'], ACTIVE_ONLY, 'ACCOUNT_INACTIVE'],
  [['other'], { reach: 'active', also: ['other'] }, 'ACCOUNT_INACTIVE'],
  [['payer'], to, 'ACCOUNT_INACTIVE'],
  [['payee'], to, 'DESTINATION_INACTIVE'],
  [['payer', 'payee'], to, 'ACCOUNT_INACTIVE'],
  [['payee', 'other'], { ...to, also: ['other'] }, 'ACCOUNT_INACTIVE'],
  [['payer', 'payee'], { reach: 'frozen' }, null],
  [['payer', 'payee'], { reach: 'any' }, null],
])('a posting while %j are inactive, by the rule %j: %s', ([inactive, rule, refusal]) => {
  const accounts = ['payer', 'payee', 'other'].map((id) => ({ id, isActive: !inactive.includes(id) }));
  expect(inactiveRefusal(rule, accounts, entries)).toBe(refusal);
});
