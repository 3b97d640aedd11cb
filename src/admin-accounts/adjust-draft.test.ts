import { expect, it } from 'vitest';
import { adjustSchema } from '#domain/account/transfer';
import {
  type AdjustDraft,
  adjustDraftSchema,
  balanceAfter,
  EMPTY_DRAFT,
  shortfall,
  signedAmount,
} from './adjust-draft.ts';

const credit: AdjustDraft = { side: 'credit', amount: '250.40', reason: 'Tarifa cobrada duas vezes' };
const debit: AdjustDraft = { ...credit, side: 'debit' };

it('an adjustment sends a credit as a positive amount and a debit as a negative one', () => {
  const sent = (draft: AdjustDraft) =>
    adjustSchema.parse({ id: 'a1', amount: signedAmount(draft), reason: draft.reason }).amount;
  expect(sent(credit)).toBe(25_040);
  expect(sent(debit)).toBe(-25_040);
});

it('the balance after an adjustment is exact to the cent, below zero too', () => {
  expect(balanceAfter(credit, '0.10')).toBe('250.50');
  expect(balanceAfter(debit, '250.40')).toBe('0.00');
  expect(balanceAfter(debit, '100.00')).toBe('-150.40');
});

it('an empty adjustment form asks for an amount and a reason', () => {
  const { error } = adjustDraftSchema.safeParse(EMPTY_DRAFT);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Valor deve ser maior que zero',
    'Motivo é obrigatório',
  ]);
});

it('an adjustment to less than zero is refused with what the balance would be', () => {
  expect(shortfall(debit, '250.40')).toBeNull();
  expect(shortfall(credit, '-300.00')).toBe('O saldo ficaria negativo: −R$\u00a049,60');
  expect(shortfall(debit, '250.39')).toBe('O saldo ficaria negativo: −R$\u00a00,01');
});
