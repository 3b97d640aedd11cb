import { expect, test } from 'vitest';
import { contentOf } from '#domain/protection/content';
import { TRANSFER } from '#server/account/transfer';
import { asked, clock, heldAccount } from '#server/decision/testing/facts';
import { NO_PROTECTION } from '#server/protection/testing/no-protection';

type Facts = Parameters<typeof TRANSFER.decide>[0];
type Confirmation = NonNullable<Facts['confirmation']>;

const AMOUNT_CENTS = 4_025;
const confirmed = {
  kind: 'transfer' as const,
  target: 'number of bruno',
  payee: null,
  document: null,
  amountCents: AMOUNT_CENTS,
  day: '2001-01-01',
};

/**
 * A payment to a new payee, Bruno, that a session asked for, and the bank goes on with: 'done', or the code of its refusal. `payee`: as it was
 * confirmed.
 */
function decided(
  amount: number,
  askedBefore: { askedBy: 'session'; accessId: string },
  payee: { payee?: string; document?: string } = {},
): string {
  const input = { accountNumber: '0000-0000', amount, description: 'Aluguel' };
  const asking = asked(input);
  const ctx = {
    ...asking.ctx,
    env: { ...asking.ctx.env, MONEY_RULES: 'standard' as const },
    session: null,
    token: null,
    askedBefore,
  };
  const confirmation = {
    id: 'confirmation',
    userId: 'ana',
    sessionId: 'session',
    idempotencyKey: 'key',
    content: contentOf({ ...confirmed, ...payee }, 'confirmation'),
    amountCents: AMOUNT_CENTS,
    reasons: ['new_payee'],
    method: 'passkey',
    provenAt: clock.real(),
    usedAt: null,
  } as unknown as Confirmation;
  const facts: Facts = {
    ...NO_PROTECTION,
    confirmation,
    from: heldAccount('ana'),
    to: heldAccount('bruno'),
    lookups: [],
  };
  try {
    return TRANSFER.decide(facts, { ...asking, ctx }).answer.status;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test('a covered payment is paid by its session’s confirmation on another day too, and when its payee’s name is known since', () => {
  expect(decided(AMOUNT_CENTS, { askedBy: 'session', accessId: 'session' })).toBe('done');
});

test('a covered payment of another amount or another session is not what was confirmed', () => {
  expect(decided(AMOUNT_CENTS + 1, { askedBy: 'session', accessId: 'session' })).toBe('CONFIRMATION_INVALID');
  expect(decided(AMOUNT_CENTS, { askedBy: 'session', accessId: 'another' })).toBe('CONFIRMATION_INVALID');
});

test('a covered payment whose payee is somebody else by then is not what was confirmed', () => {
  const by = { askedBy: 'session', accessId: 'session' } as const;
  for (const payee of [
    { payee: 'bruno', document: '52998224725' },
    { payee: 'BRUNO' },
    { document: '52998224725' },
  ])
    expect(decided(AMOUNT_CENTS, by, payee)).toBe('done');
  for (const payee of [{ payee: 'bruno', document: '11144477735' }, { payee: 'Carla' }])
    expect(decided(AMOUNT_CENTS, by, payee)).toBe('CONFIRMATION_INVALID');
});
