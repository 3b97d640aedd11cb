import { describe, expect, it } from 'vitest';
import { totalBalanceCents } from './total-balance.ts';

describe('totalBalanceCents', () => {
  it('adds checking and savings to the cent', () => {
    expect(
      totalBalanceCents([
        { accountType: 'checking', balance: '0.10', isActive: true },
        { accountType: 'savings', balance: '0.20', isActive: true },
      ]),
    ).toBe(30);
  });

  it('leaves out what is invested and what is deactivated', () => {
    expect(
      totalBalanceCents([
        { accountType: 'checking', balance: '100.00', isActive: true },
        { accountType: 'savings', balance: '5.00', isActive: false },
        { accountType: 'investment', balance: '900.00', isActive: true },
      ]),
    ).toBe(10_000);
  });

  it('is zero for nobody’s accounts', () => {
    expect(totalBalanceCents([])).toBe(0);
  });
});
