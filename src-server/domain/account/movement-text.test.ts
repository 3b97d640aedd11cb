import { expect, test } from 'vitest';
import { describedMovement, ownMoveWords } from './movement-text.ts';

const side = (more: object) => ({
  kind: 'own' as const,
  type: 'transfer' as const,
  accountType: 'checking' as const,
  isNeutral: true,
  isDebit: true,
  ...more,
});

test.each([
  [{}, 'Conta corrente → Conta externa'],
  [{ isDebit: false }, 'Conta externa → Conta corrente'],
  [{ accountType: 'external' }, 'Conta externa → Conta corrente'],
  [{ accountType: 'external', isDebit: false }, 'Conta corrente → Conta externa'],
  [{ kind: 'investment', type: 'investment_application' }, 'Conta corrente → Investimentos'],
  [
    { kind: 'investment', type: 'investment_redemption', accountType: 'investment' },
    'Investimentos → Conta corrente',
  ],
  [{ kind: 'credit', type: 'credit_disbursement' }, null],
  [{ type: 'reversal' }, null],
  [{ kind: 'transfer', isNeutral: false }, null],
])('an own move %o reads %s', (more, words) => {
  expect(ownMoveWords(side(more))).toBe(words);
});

test('a file names both sides of an own move and the day of São Paulo on which a movement was reversed', () => {
  const line = {
    ...side({}),
    description: 'Guardar',
    amountCents: -1,
    reversedAt: new Date('2026-03-12T02:00:00Z'),
  };
  expect(describedMovement(line)).toBe('Guardar (Conta corrente → Conta externa, devolvido em 11/03/2026)');
  expect(describedMovement({ ...line, isNeutral: false, reversedAt: null })).toBe('Guardar');
});
