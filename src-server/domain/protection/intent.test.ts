import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from '../pix/words.ts';
import {
  hasComeBack,
  INTENT_STATES,
  type IntentState,
  intentKindOf,
  isConcluded,
  isLimited,
  mayBecome,
  stateOfOrder,
  stateOfWaiting,
  statesBefore,
} from './intent.ts';
import { WAITING_STATUSES } from './waiting.ts';

const anyState = fc.constantFrom(...INTENT_STATES);

/** States that a payment goes through when it takes every move that it is asked to and may. */
function history(first: IntentState, asked: readonly IntentState[]): IntentState[] {
  const states = [first];
  for (const to of asked) if (mayBecome(states.at(-1) ?? first, to)) states.push(to);
  return states;
}

describe('the states of a payment', () => {
  test('whatever it is asked to become, a payment is in each state once, is paid once and comes back once at most', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState, { maxLength: 40 }), (first, asked) => {
        const states = history(first, asked);
        expect(new Set(states).size).toBe(states.length);
        const ends = states.filter(isConcluded);
        expect(ends.length).toBeLessThanOrEqual(2);
        if (ends.length === 2) expect(ends).toEqual(['done', 'returned']);
        expect(states.filter(hasComeBack).length).toBeLessThanOrEqual(1);
        // What was undone or failed is never paid later.
        const [end] = ends;
        if (end && end !== 'done') expect(states.at(-1)).toBe(end);
      }),
      { numRuns: 2000 },
    );
  });

  test('every state can be reached from a draft, and the states before one are those from which it may be reached', () => {
    const reached = new Set<IntentState>(['draft']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const from of [...reached])
        for (const to of INTENT_STATES) if (mayBecome(from, to)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...INTENT_STATES].sort());
    for (const from of INTENT_STATES)
      for (const to of INTENT_STATES) expect(statesBefore(to).includes(from)).toBe(mayBecome(from, to));
  });

  test.each([
    ['draft', 'failed'],
    ['executing', 'cancelled'],
    ['executing', 'held'],
    ['held', 'returned'],
    ['done', 'failed'],
    ['done', 'done'],
    ['failed', 'executing'],
    ['cancelled', 'held'],
    ['returned', 'done'],
  ] as const)('a payment that is %s cannot become %s', (from, to) => {
    expect(mayBecome(from, to)).toBe(false);
  });

  test('an order and a reservation move their payment forward only', () => {
    const orders = ORDER_STATUSES.map((status) => [status, stateOfOrder(status)]);
    expect(orders).toEqual([
      ['reserved', 'executing'],
      ['sending', 'executing'],
      ['processing', 'executing'],
      ['done', 'done'],
      ['failed', 'failed'],
      ['returned', 'returned'],
    ]);
    const ends = WAITING_STATUSES.map((status) => [
      stateOfWaiting(status, false),
      stateOfWaiting(status, true),
    ]);
    expect(ends).toEqual([
      ['held', 'held'],
      ['done', 'executing'],
      ['cancelled', 'cancelled'],
      ['failed', 'failed'],
    ]);
    for (const to of new Set(ends.slice(1).flat())) expect(mayBecome('held', to)).toBe(true);
  });
});

describe('the kind of a payment', () => {
  test('a PIX is one to a company by its key or by the document of its payee; other orders are of their own kind', () => {
    expect(intentKindOf('pix', { keyType: 'CNPJ', document: null })).toBe('pix_company');
    expect(intentKindOf('pix', { keyType: null, document: '11222333000181' })).toBe('pix_company');
    expect(intentKindOf('pix', { keyType: 'EMAIL', document: '***.982.247-**' })).toBe('pix_person');
    for (const kind of ['boleto', 'move_in', 'move_out', 'return'] as const)
      expect(intentKindOf(kind, { keyType: null, document: null })).toBe(kind);
  });

  test('limits count what leaves for somebody else at its customer’s will', () => {
    expect((['pix_person', 'pix_company', 'transfer', 'boleto'] as const).every(isLimited)).toBe(true);
    expect((['move_in', 'move_out', 'return'] as const).some(isLimited)).toBe(false);
  });
});
