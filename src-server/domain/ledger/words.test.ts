import { expect, test } from 'vitest';
import {
  ACCOUNT_TYPE_LABELS,
  ACCOUNT_TYPES,
  BANK_ACCOUNT_LABELS,
  BANK_ACCOUNTS,
  TRANSACTION_LABELS,
  TRANSACTION_TYPES,
} from './words.ts';

test.each([
  ['type of account', ACCOUNT_TYPES, ACCOUNT_TYPE_LABELS],
  ['account of the bank', BANK_ACCOUNTS, BANK_ACCOUNT_LABELS],
  ['type of transaction', TRANSACTION_TYPES, TRANSACTION_LABELS],
])('each %s has a label of its own, and each label a %s', (_, names, labels) => {
  expect(Object.keys(labels)).toEqual([...names]);
  expect(new Set(Object.values(labels)).size).toBe(names.length);
});
