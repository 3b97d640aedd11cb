import { expect, test } from 'vitest';
import type { Payment } from '#domain/cover/input';
import { asked, clock, heldAccount, openAccount } from '#server/decision/testing/facts';
import { PAY_COVERED } from './pay-covered.ts';

const clearing = openAccount('clearing', { floorCents: null, balanceCents: 0 });
const external = openAccount('external of ana');
const checking = heldAccount('ana');
const all = { checking, external, clearing, protection: null, ownUses: null };

/** R$ 100.00 are there and R$ 20.00 are missing. */
const rent: Payment = {
  kind: 'transfer',
  input: { accountNumber: '0000-0000', amount: 12_000, description: 'Aluguel' },
};
const covering = (amount: number, direction: 'in' | 'out' = 'out') =>
  asked({ direction, amount, externalId: external.id, payment: rent, paymentKey: '§cover:1' });

test('a cover is decided as a move with the payment that waits for it', () => {
  const { posting, writes = [], audit } = PAY_COVERED.decide(all, covering(2_000));
  expect(posting).toMatchObject({
    isOwnMove: true,
    entries: [
      { accountId: external.id, amountCents: -2_000 },
      { accountId: clearing.id, amountCents: 2_000 },
    ],
  });
  // The move's intent and order come first: the covered payment refers to them.
  expect(writes.map(({ row }) => row)).toMatchObject([
    { kind: 'move_out', state: 'executing', accountId: external.id, amountCents: 2_000 },
    { kind: 'move_out', status: 'reserved', amountCents: 2_000 },
    {
      coverId: covering(2_000).transactionId,
      kind: 'transfer',
      status: 'covering',
      amountCents: 12_000,
      coverCents: 2_000,
      request: rent.input,
      paymentKey: '§cover:1',
      answer: null,
      createdAt: clock.now(),
    },
  ]);
  expect(audit).toMatchObject({
    action: 'cover_payment',
    changes: { kind: 'transfer', amount: '120.00', cover: '20.00' },
  });
});

test('a cover of less than what is missing in the account that pays is refused with the sum', () => {
  for (const [direction, payer] of [
    ['out', { checking: heldAccount('ana', { balanceCents: 9_999 }) }],
    ['in', { external: openAccount(external.id, { balanceCents: 9_999 }) }],
  ] as const)
    expect(() => PAY_COVERED.decide({ ...all, ...payer }, covering(2_000, direction))).toThrow(
      expect.objectContaining({
        code: 'COVER_CHANGED',
        details: { text: expect.stringMatching(/^Agora faltam R\$\s20,01\. Confira antes de pagar\.$/) },
      }),
    );
});

const low = { balanceCents: 1_999 };

test.each([
  ['ACCOUNT_INACTIVE', { checking: null }],
  ['ACCOUNT_INACTIVE', { checking: heldAccount('ana', { isActive: false }) }],
  ['ACCOUNT_INACTIVE', { external: openAccount(external.id, { isActive: false }) }],
  // Also when the cover is too little.
  ['INSUFFICIENT_FUNDS', { external: openAccount(external.id, low), checking: heldAccount('ana', low) }],
])('a cover is refused with %s: case %#', (code, changes) => {
  expect(() => PAY_COVERED.decide({ ...all, ...changes }, covering(2_000))).toThrow(code);
});
