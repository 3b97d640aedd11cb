import { describe, expect, it } from 'vitest';
import { failureOf, type MoveState, nextStep } from './move-state.ts';

const empty = { accountNumber: '', amount: '', description: '' };
const draft = { accountNumber: '1234-5674', amount: '250.00', description: 'Aluguel' };
const found = { name: 'Ana Souza', document: '***.456.789-**', accountNumber: '1234-5674' };
const start: MoveState<typeof draft, typeof found, string> = { step: 'fill', draft: empty };
const checking = nextStep(start, { type: 'review', draft, found, idempotencyKey: 'k1' });

describe('nextStep', () => {
  it('a money move goes from form to summary to receipt and back to an empty form', () => {
    expect(checking).toEqual({ step: 'check', draft, found, idempotencyKey: 'k1', outcome: 'none' });
    const receipt = nextStep(checking, { type: 'done', receipt: 'r1' });
    expect(receipt).toEqual({ step: 'receipt', draft, found, receipt: 'r1' });
    expect(nextStep(receipt, { type: 'restart', draft: empty })).toEqual(start);
  });

  it('going back keeps the typed values, and the next confirmation has a new key', () => {
    const back = nextStep(checking, { type: 'back' });
    expect(back).toEqual({ step: 'fill', draft });
    expect(nextStep(back, { type: 'review', draft, found, idempotencyKey: 'k2' })).toMatchObject({
      idempotencyKey: 'k2',
    });
  });

  it('a money move can start over with another draft from form and summary', () => {
    for (const flow of [start, checking]) {
      expect(nextStep(flow, { type: 'restart', draft })).toEqual({ step: 'fill', draft });
    }
  });

  it('a money move with an unknown outcome keeps its key and offers no way back', () => {
    const unknown = nextStep(checking, { type: 'failed', failure: 'unanswered' });
    expect(unknown).toMatchObject({ step: 'check', idempotencyKey: 'k1', outcome: 'unknown' });
    expect(nextStep(unknown, { type: 'back' })).toBe(unknown);
    expect(nextStep(unknown, { type: 'restart', draft: empty })).toBe(unknown);
    expect(nextStep(unknown, { type: 'review', draft, found, idempotencyKey: 'k2' })).toBe(unknown);
  });

  it('an unknown outcome stays unknown when a retry does not reach the bank, and ends when the bank refuses', () => {
    const unknown = nextStep(checking, { type: 'failed', failure: 'unanswered' });
    expect(nextStep(unknown, { type: 'failed', failure: 'notReached' })).toMatchObject({
      outcome: 'unknown',
    });
    const refused = nextStep(unknown, { type: 'failed', failure: 'refused' });
    expect(refused).toMatchObject({ outcome: 'none', idempotencyKey: 'k1' });
    expect(nextStep(refused, { type: 'back' })).toEqual({ step: 'fill', draft });
  });

  it('a refreshed recipient changes only the summary it was asked for', () => {
    const now = { ...found, name: 'Ana S. Lima' };
    const refreshed = { type: 'refreshed', seenKey: 'k1', found: now, idempotencyKey: 'k2' } as const;
    expect(nextStep(checking, refreshed)).toMatchObject({ draft, found: now, idempotencyKey: 'k2' });

    const back = nextStep(checking, { type: 'back' });
    expect(nextStep(back, refreshed)).toBe(back);
    const another = nextStep(back, { type: 'review', draft, found, idempotencyKey: 'k3' });
    expect(nextStep(another, refreshed)).toBe(another);
    const unknown = nextStep(checking, { type: 'failed', failure: 'unanswered' });
    expect(nextStep(unknown, refreshed)).toBe(unknown);
  });

  it('an answer that arrives after its step is left is ignored', () => {
    expect(nextStep(start, { type: 'done', receipt: 'late' })).toBe(start);
    expect(nextStep(start, { type: 'failed', failure: 'unanswered' })).toBe(start);
  });
});

describe('failureOf', () => {
  it.each([
    [null, 'unanswered'],
    [500, 'unanswered'],
    [502, 'unanswered'],
    [504, 'unanswered'],
    [400, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [401, 'notReached'],
    [429, 'notReached'],
    [503, 'notReached'],
  ] as const)('an answer with status %s counts as %s', (status, failure) => {
    expect(failureOf(status, undefined)).toBe(failure);
  });

  it.each([
    [502, 'PROVIDER_FAILED', 'notReached'],
    [504, 'PROVIDER_TIMEOUT', 'notReached'],
    [400, 'PROVIDER_REFUSED', 'refused'],
    [500, 'INTERNAL', 'unanswered'],
    [503, 'UNAVAILABLE', 'notReached'],
    [503, 'OUTCOME_UNKNOWN', 'unanswered'],
  ] as const)('an answer with status %s and code %s counts as %s', (status, code, failure) => {
    expect(failureOf(status, code)).toBe(failure);
  });
});
