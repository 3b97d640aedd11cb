import { describe, expect, it } from 'vitest';
import { totalBalanceCents } from './total-balance.ts';

describe('totalBalanceCents', () => {
  it('the total balance adds checking and savings to the cent', () => {
    expect(
      totalBalanceCents([
        { accountType: 'checking', balance: '0.10', isActive: true },
        { accountType: 'savings', balance: '0.20', isActive: true },
      ]),
    ).toBe(30);
  });

  it('the total balance leaves out investment and deactivated accounts', () => {
    expect(
      totalBalanceCents([
        { accountType: 'checking', balance: '100.00', isActive: true },
        { accountType: 'savings', balance: '5.00', isActive: false },
        { accountType: 'investment', balance: '900.00', isActive: true },
      ]),
    ).toBe(10_000);
  });

  it('the total balance of no accounts is zero', () => {
    expect(totalBalanceCents([])).toBe(0);
  });
});
