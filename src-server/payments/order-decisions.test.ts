import { describe, expect, test } from 'vitest';
import { becomes } from '#server/decision/decision';
import { asked, clock, heldAccount, openAccount } from '#server/decision/testing/facts';
import { NO_PROTECTION } from '#server/protection/testing/no-protection';
import { PAY_BOLETO } from './boleto-pay.ts';
import { PIX_MOVE } from './move.ts';
import { PIX_TRANSFER } from './transfer.ts';

const clearing = openAccount('clearing', { floorCents: null, balanceCents: 0 });
const external = openAccount('external of ana');
const checking = heldAccount('ana');
const frozen = { isActive: false };

const pixKey = {
  key: { type: 'EMAIL', canonical: 'maria@correio.example' } as const,
  name: 'Maria Luz',
  amountCents: null,
};
const payee = { target: pixKey.key.canonical, key: pixKey.key, name: pixKey.name, code: null };
const pix = asked({ pixKey, payee, amount: 4_025, description: undefined, externalId: external.id });
const boleto = asked({
  kind: 'boleto' as const,
  amountCents: 4_025,
  description: 'Boleto Livraria',
  target: '1'.repeat(47),
  payeeName: 'Livraria',
  payeeDocument: null,
  dueOn: '2026-03-20',
});
const move = (direction: 'in' | 'out') => asked({ direction, amount: 4_025, externalId: external.id });

/** The row of an order as it is stored, without what is null. */
const stored = ({ writes = [] }: ReturnType<typeof PIX_TRANSFER.decide>) =>
  writes.map(({ row }) =>
    Object.fromEntries(Object.entries(row as object).filter(([, one]) => one !== null)),
  );

/** The payment that it executes comes first: the order refers to it. */
const INTENT = {
  id: pix.transactionId,
  userId: 'ana',
  amountCents: 4_025,
  executeAt: clock.now(),
  state: 'executing',
  transactionId: pix.transactionId,
  createdAt: clock.now(),
};
const PLACED = {
  transactionId: pix.transactionId,
  intentId: pix.transactionId,
  userId: 'ana',
  status: 'reserved',
  amountCents: 4_025,
  attempts: 0,
  nextLookAt: clock.real(),
  createdAt: clock.now(),
};

describe('an order', () => {
  test('a PIX is decided as a reservation of money in the external account, with its row and audit event', () => {
    const decided = PIX_TRANSFER.decide(
      { ...NO_PROTECTION, checking, external, clearing, paid: [], reserved: [], told: null, unnamed: [] },
      pix,
    );
    expect(decided).toMatchObject({
      answer: { id: pix.transactionId },
      posting: {
        type: 'transfer',
        isOwnMove: false,
        description: 'PIX para Maria Luz',
        entries: [
          { accountId: external.id, amountCents: -4_025 },
          { accountId: clearing.id, amountCents: 4_025 },
        ],
        accounts: { reach: 'active', also: [checking.id] },
      },
      audit: {
        action: 'pix_transfer',
        entityId: pix.transactionId,
        changes: { amount: '40.25', keyType: 'EMAIL' },
      },
    });
    expect(stored(decided)).toEqual([
      { ...INTENT, accountId: external.id, kind: 'pix_person', target: 'maria@correio.example' },
      {
        ...PLACED,
        kind: 'pix',
        target: 'maria@correio.example',
        targetType: 'EMAIL',
        payeeName: 'Maria Luz',
      },
    ]);
  });

  test('a boleto is decided as a reservation of money in the checking account, and is paid for those after it', () => {
    const decided = PAY_BOLETO.decide(
      { ...NO_PROTECTION, checking, clearing, paid: null, reserved: null },
      boleto,
    );
    expect(decided).toMatchObject({
      posting: {
        type: 'payment',
        entries: [{ accountId: checking.id, amountCents: -4_025 }, { accountId: clearing.id }],
        accounts: { reach: 'active', also: [] },
      },
      audit: { action: 'pay_boleto', changes: { amount: '40.25', line: '1'.repeat(47) } },
    });
    expect(stored(decided)).toEqual([
      { ...INTENT, accountId: checking.id, kind: 'boleto', target: '1'.repeat(47) },
      {
        ...PLACED,
        kind: 'boleto',
        target: '1'.repeat(47),
        payeeName: 'Livraria',
        dueOn: '2026-03-20',
      },
    ]);
    const { paid } = PAY_BOLETO.facts(boleto.ctx, boleto.input, boleto.by);
    expect(decided.changes).toEqual([becomes(paid, true)]);
  });

  test.each([
    ['in', 'move_in', checking.id, external.id, 'Transferência para a conta externa'],
    ['out', 'move_out', external.id, checking.id, 'Transferência para a conta corrente'],
  ] as const)(
    'a move %s is decided as an own move in which both accounts must be active',
    (direction, kind, from, to, description) => {
      const decided = PIX_MOVE.decide({ checking, external, clearing }, move(direction));
      expect(decided).toMatchObject({
        posting: {
          isOwnMove: true,
          description,
          entries: [
            { accountId: from, amountCents: -4_025 },
            { accountId: clearing.id, amountCents: 4_025 },
          ],
          accounts: { reach: 'active', also: [to] },
        },
        audit: { action: 'move_money', changes: { amount: '40.25', direction } },
      });
      expect(stored(decided)).toEqual([
        { ...INTENT, accountId: from, kind },
        { ...PLACED, kind },
      ]);
    },
  );
});

const poor = { balanceCents: 4_024 };

describe('an order is refused, the account before the boleto', () => {
  test.each([
    ['ACCOUNT_INACTIVE', { checking: null }],
    ['ACCOUNT_INACTIVE', { checking: heldAccount('ana', frozen) }],
    ['ACCOUNT_INACTIVE', { external: openAccount(external.id, frozen) }],
    ['INSUFFICIENT_FUNDS', { external: openAccount(external.id, poor) }],
  ])('a PIX with %s: case %#', (code, changes) => {
    expect(() =>
      PIX_TRANSFER.decide(
        {
          ...NO_PROTECTION,
          checking,
          external,
          clearing,
          paid: [],
          reserved: [],
          told: null,
          unnamed: [],
          ...changes,
        },
        pix,
      ),
    ).toThrow(code);
  });

  test.each<[string, Partial<Parameters<typeof PAY_BOLETO.decide>[0]>]>([
    ['ACCOUNT_INACTIVE', { checking: null, paid: true }],
    ['ACCOUNT_INACTIVE', { checking: heldAccount('ana', { ...frozen, ...poor }), paid: true }],
    ['INSUFFICIENT_FUNDS', { checking: heldAccount('ana', poor), paid: true }],
    ['BOLETO_ALREADY_PAID', { paid: true }],
    ['BOLETO_ALREADY_PAID', { reserved: true }],
  ])('a boleto with %s: case %#', (code, changes) => {
    expect(() =>
      PAY_BOLETO.decide(
        { ...NO_PROTECTION, checking, clearing, paid: null, reserved: null, ...changes },
        boleto,
      ),
    ).toThrow(code);
  });

  test.each([
    ['ACCOUNT_INACTIVE', 'in', { checking: null }],
    ['ACCOUNT_INACTIVE', 'in', { external: openAccount(external.id, frozen) }],
    ['ACCOUNT_INACTIVE', 'out', { checking: heldAccount('ana', frozen) }],
    ['INSUFFICIENT_FUNDS', 'in', { checking: heldAccount('ana', poor) }],
    ['INSUFFICIENT_FUNDS', 'out', { external: openAccount(external.id, poor) }],
  ] as const)('a move with %s: %s, case %#', (code, direction, changes) => {
    expect(() => PIX_MOVE.decide({ checking, external, clearing, ...changes }, move(direction))).toThrow(
      code,
    );
  });

  test('a refused order leaves the accounts it was decided on as they were', () => {
    const before = structuredClone(checking);
    expect(() =>
      PAY_BOLETO.decide({ ...NO_PROTECTION, checking, clearing, paid: true, reserved: null }, boleto),
    ).toThrow('BOLETO_ALREADY_PAID');
    expect(checking).toEqual(before);
  });
});
