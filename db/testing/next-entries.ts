import { ADJUSTMENTS } from './attack-scene.ts';

export const ana = 'ana-account';
const bruno = 'bruno-account';

/** Next valid entries per account, so that an attack has exactly one fault. */
export const next = {
  bank: (amount: number) => ({
    account: ADJUSTMENTS,
    seq: 2,
    amount,
    balance: -10_000 + amount,
    credits: Math.max(amount, 0),
  }),
  ana: (amount: number) => ({
    account: ana,
    seq: 4,
    amount,
    balance: 10_000 + amount,
    credits: 12_500 + Math.max(amount, 0),
  }),
  bruno: (amount: number) => ({
    account: bruno,
    seq: 3,
    amount,
    balance: amount,
    credits: 2_500 + Math.max(amount, 0),
  }),
};
