import { describe, expect, test } from 'vitest';
import { TRANSFER } from '#server/account/transfer';
import { becomes } from '#server/decision/decision';
import { asked, clock, heldAccount, openAccount } from '#server/decision/testing/facts';
import { NO_PROTECTION } from '#server/protection/testing/no-protection';
import { GIVE_RESERVED_BACK } from '#server/protection/waiting/end-reservation';
import { releasing } from '#server/protection/waiting/release-decision';
import { type WaitingRow, waitingPayment } from '#server/protection/waiting/waiting-row';

const checking = heldAccount('ana', { balanceCents: 0 });
const reserve = openAccount('reserve of ana', { balanceCents: 4_025 });
const transfer = { accountNumber: '0000-0000', amount: 4_025, description: 'Aluguel' };

/** R$ 40.25 of Ana that are reserved for Bruno. */
const waiting: WaitingRow = {
  transactionId: 'reservation',
  userId: 'ana',
  accountId: checking.id,
  amountCents: 4_025,
  kind: 'transfer',
  status: 'waiting',
  target: 'number of bruno',
  payeeName: 'Bruno',
  payeeDocument: null,
  request: transfer,
  nextLookAt: clock.real(),
  releaseAt: clock.now(),
  createdAt: clock.now(),
  endedById: null,
  paymentId: null,
  reason: null,
  concludedAt: null,
};
const BACK = [
  { accountId: reserve.id, amountCents: -4_025 },
  { accountId: checking.id, amountCents: 4_025 },
];

/** Nothing is ended: there is no such payment, it is of somebody else, or it is over. */
const ENDED: [code: string, row: WaitingRow | null][] = [
  ['NOT_FOUND', null],
  ['NOT_FOUND', { ...waiting, userId: 'bruno' }],
  ['PAYMENT_NOT_WAITING', { ...waiting, status: 'paid' }],
  ['PAYMENT_NOT_WAITING', { ...waiting, status: 'undone' }],
  ['PAYMENT_NOT_WAITING', { ...waiting, status: 'refused' }],
];

describe('a reservation that is given back', () => {
  const facts = { waiting, checking, source: checking, reserve };
  const ending = (fate: 'undone' | 'refused', reason: string | null) => asked({ waiting, fate, reason });

  test.each([
    ['undone', null, 'Pagamento desfeito', 'undo_payment'],
    ['refused', 'A conta de destino foi bloqueada', 'Pagamento não feito', 'refuse_waiting_payment'],
  ] as const)('%s: its money goes back, also into a frozen account', (fate, reason, description, action) => {
    const asking = ending(fate, reason);
    const { transactionId } = asking;
    const frozen = { ...checking, isActive: false };
    const decided = GIVE_RESERVED_BACK.decide({ ...facts, checking: frozen, source: frozen }, asking);
    const ended = { ...waiting, status: fate, endedById: transactionId, reason, nextLookAt: null };
    expect(decided).toMatchObject({
      posting: {
        type: 'reversal',
        description,
        reversesId: waiting.transactionId,
        entries: BACK,
        accounts: { reach: 'any' },
      },
      writes: [{ row: { ...ended, concludedAt: clock.now() } }],
      letters: [{ kind: 'payment_not_made', to: { id: 'ana' } }],
      audit: { action, entityId: transactionId, changes: { amount: '40.25', reservedBy: 'reservation' } },
    });
    expect(decided.changes).toEqual([
      becomes(waitingPayment('reservation'), { ...ended, concludedAt: clock.now() }),
    ]);
  });

  test.each(ENDED)('is refused with %s: case %#', (code, row) => {
    expect(() => GIVE_RESERVED_BACK.decide({ ...facts, waiting: row }, ending('undone', null))).toThrow(code);
  });
});

describe('a reservation whose payment is made', () => {
  const RELEASE = releasing(TRANSFER);
  type Facts = Parameters<typeof RELEASE.decide>[0];
  const facts = (changes: Partial<Facts> = {}): Facts => ({
    ...NO_PROTECTION,
    from: checking,
    to: heldAccount('bruno'),
    lookups: [],
    reserve,
    released: null,
    waiting,
    ...changes,
  });
  const asking = asked({ waiting, payment: transfer });

  test('one decision ends the reservation and pays from the account that it gave the money back to', () => {
    const { answer, posting, postings = [], writes = [], audit } = RELEASE.decide(facts(), asking);
    expect(posting).toBeUndefined();
    const [end, payment] = postings;
    expect(end).toMatchObject({ type: 'reversal', reversesId: 'reservation', entries: BACK });
    expect(payment).toMatchObject({
      transactionId: asking.transactionId,
      type: 'transfer',
      entries: [
        { accountId: checking.id, amountCents: -4_025 },
        { accountId: 'account of bruno', amountCents: 4_025 },
      ],
    });
    expect(answer).toMatchObject({ id: asking.transactionId, amount: '40.25', balanceAfter: '0.00' });
    expect(writes.at(-1)?.row).toMatchObject({
      status: 'paid',
      endedById: end?.transactionId,
      paymentId: asking.transactionId,
      concludedAt: clock.now(),
    });
    expect([audit].flat()).toMatchObject([
      { action: 'end_reservation', entityId: end?.transactionId },
      { action: 'transfer', entityId: asking.transactionId },
    ]);
  });

  test.each<[string, Partial<Facts>]>([
    ...ENDED.map(([code, row]): [string, Partial<Facts>] => [code, { waiting: row }]),
    ['ACCOUNT_INACTIVE', { from: heldAccount('ana', { isActive: false }) }],
    ['DESTINATION_INACTIVE', { to: heldAccount('bruno', { isHolderActive: false }) }],
  ])('is refused with %s: case %#', (code, changes) => {
    expect(() => RELEASE.decide(facts(changes), asking)).toThrow(code);
  });
});
