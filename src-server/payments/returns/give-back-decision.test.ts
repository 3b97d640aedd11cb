import { expect, test } from 'vitest';
import { RETURN_DAYS } from '#domain/pix/returns';
import { asked, clock, heldAccount, openAccount } from '#server/decision/testing/facts';
import { GIVE_BACK } from './give-back.ts';

const clearing = openAccount('clearing', { floorCents: null, balanceCents: 0 });
const external = openAccount('external of ana');
const received = {
  providerId: 'pay_1',
  transactionId: 'received',
  amountCents: 5_000,
  payerName: 'Maria Luz',
  payerDocument: '52998224725',
  arrivedAt: clock.now(),
};
type Facts = Parameters<typeof GIVE_BACK.decide>[0];
type Input = Parameters<typeof GIVE_BACK.decide>[1]['input'];
const facts = (changes: Partial<Facts> = {}): Facts => ({
  checking: heldAccount('ana'),
  external,
  clearing,
  protection: null,
  ownUses: null,
  returned: null,
  ...changes,
});
const returning = (changes: Partial<Input> = {}) =>
  asked<Input>({
    ...{ amount: 2_000, reason: 'duplicate', reasonText: undefined, received },
    ...{ externalId: external.id, elsewhereCents: 0, ...changes },
  });

test('a return is decided as a reservation in the account where the PIX arrived, with its rows and audit event', () => {
  const asking = returning();
  const decided = GIVE_BACK.decide(facts(), asking);
  expect(decided).toMatchObject({
    answer: { id: asking.transactionId },
    posting: {
      description: 'Devolução de PIX de Maria Luz',
      entries: [
        { accountId: external.id, amountCents: -2_000 },
        { accountId: clearing.id, amountCents: 2_000 },
      ],
      accounts: { reach: 'active', also: ['account of ana'] },
    },
    audit: {
      action: 'give_back_pix',
      entityId: asking.transactionId,
      changes: { amount: '20.00', received: 'received', reason: 'duplicate' },
    },
  });
  expect(decided.writes?.map(({ row }) => row)).toMatchObject([
    { id: asking.transactionId, state: 'executing', accountId: external.id, amountCents: 2_000 },
    { kind: 'return', status: 'reserved', amountCents: 2_000, payeeName: 'Maria Luz' },
  ]);
});

test('the next return in the group finds what this one gives back', () => {
  const { changes = [] } = GIVE_BACK.decide(
    facts({ returned: { returnedCents: 1_000, isTakenBack: false } }),
    returning(),
  );
  expect(changes.map(({ value }) => value)).toContainEqual({ returnedCents: 3_000, isTakenBack: false });
});

const LONG_AGO = new Date(clock.now().getTime() - (RETURN_DAYS + 1) * 86_400_000);

test.each<[string, Partial<Facts>, Partial<Input>?]>([
  ['ACCOUNT_INACTIVE', { checking: null }],
  ['ACCOUNT_INACTIVE', { checking: heldAccount('ana', { isActive: false }) }],
  ['ACCOUNT_INACTIVE', { external: openAccount(external.id, { isActive: false }) }],
  ['RETURN_TOO_MUCH', { returned: { returnedCents: 3_001, isTakenBack: false } }],
  ['RETURN_TOO_MUCH', { returned: { returnedCents: 0, isTakenBack: true } }],
  ['RETURN_TOO_MUCH', {}, { elsewhereCents: 3_001 }],
  ['RETURN_TOO_MUCH', {}, { amount: 5_001 }],
  ['RETURN_TOO_LATE', {}, { received: { ...received, arrivedAt: LONG_AGO } }],
])('a return is refused with %s: case %#', (code, changes, input) => {
  expect(() => GIVE_BACK.decide(facts(changes), returning(input))).toThrow(code);
});
