import { describe, expect, it } from 'vitest';
import { failureOf, type MoveFlow, nextStep } from './move-flow.ts';

const empty = { accountNumber: '', amount: '', description: '' };
const draft = { accountNumber: '1234-5674', amount: '250.00', description: 'Aluguel' };
const found = { name: 'Ana Souza', document: '***.456.789-**', accountNumber: '1234-5674' };
const start: MoveFlow<typeof draft, typeof found, string> = { step: 'fill', draft: empty };
const checking = nextStep(start, { type: 'review', draft, found, idempotencyKey: 'k1' });

describe('nextStep', () => {
  it('goes dados → conferir → comprovante, and back to an empty form', () => {
    expect(checking).toEqual({ step: 'check', draft, found, idempotencyKey: 'k1', outcome: 'none' });
    const receipt = nextStep(checking, { type: 'done', receipt: 'r1' });
    expect(receipt).toEqual({ step: 'receipt', receipt: 'r1' });
    expect(nextStep(receipt, { type: 'restart', draft: empty })).toEqual(start);
  });

  it('keeps what was filled in when one goes back, and makes a new key for the next confirmation', () => {
    const back = nextStep(checking, { type: 'back' });
    expect(back).toEqual({ step: 'fill', draft });
    expect(nextStep(back, { type: 'review', draft, found, idempotencyKey: 'k2' })).toMatchObject({
      idempotencyKey: 'k2',
    });
  });

  it('starts over with another draft from any step', () => {
    for (const flow of [start, checking]) {
      expect(nextStep(flow, { type: 'restart', draft })).toEqual({ step: 'fill', draft });
    }
  });

  it('keeps the key and offers no way back while the outcome is unknown', () => {
    const unknown = nextStep(checking, { type: 'failed', failure: 'unanswered' });
    expect(unknown).toMatchObject({ step: 'check', idempotencyKey: 'k1', outcome: 'unknown' });
    expect(nextStep(unknown, { type: 'back' })).toBe(unknown);
    expect(nextStep(unknown, { type: 'restart', draft: empty })).toBe(unknown);
    expect(nextStep(unknown, { type: 'review', draft, found, idempotencyKey: 'k2' })).toBe(unknown);
  });

  it('stays unknown when the next try did not reach the bank, and is known once the bank refused', () => {
    const unknown = nextStep(checking, { type: 'failed', failure: 'unanswered' });
    expect(nextStep(unknown, { type: 'failed', failure: 'notReached' })).toMatchObject({
      outcome: 'unknown',
    });
    const refused = nextStep(unknown, { type: 'failed', failure: 'refused' });
    expect(refused).toMatchObject({ outcome: 'none', idempotencyKey: 'k1' });
    expect(nextStep(refused, { type: 'back' })).toEqual({ step: 'fill', draft });
  });

  it('takes what was asked again only into the summary it was asked for', () => {
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

  it('ignores an answer that arrives when its step is gone', () => {
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
  ] as const)('status %s is %s', (status, failure) => {
    expect(failureOf(status)).toBe(failure);
  });

  it.each([
    [502, 'PROVIDER_FAILED', 'notReached'],
    [504, 'PROVIDER_TIMEOUT', 'notReached'],
    [400, 'PROVIDER_REFUSED', 'refused'],
    [500, 'INTERNAL', 'unanswered'],
  ] as const)('status %s with %s is %s', (status, code, failure) => {
    expect(failureOf(status, code)).toBe(failure);
  });
});
