import { expect, test } from 'vitest';
import {
  CLOSED,
  type Delay,
  GRANTED,
  isDelayed,
  isReviewOpen,
  monthsInWords,
  PROPOSAL_STATUSES,
  REVIEWABLE,
  UNDECIDED,
} from './words.ts';

test('every status of a proposal is in one of three groups: undecided, granted or closed', () => {
  expect([...UNDECIDED, ...GRANTED, ...CLOSED].toSorted()).toEqual([...PROPOSAL_STATUSES].toSorted());
});

test('a review can be asked of an undecided or a rejected proposal', () => {
  expect([...REVIEWABLE]).toEqual(['pending', 'under_analysis', 'rejected']);
});

const ASKED = '2026-11-20T12:00:00.000Z';

test.each([
  ['rejected', ASKED, null, true],
  ['pending', ASKED, null, true],
  ['rejected', null, null, false],
  ['rejected', ASKED, ASKED, false],
  ['rejected', null, ASKED, false],
  ['approved', ASKED, null, false],
  ['cancelled', ASKED, null, false],
] as const)(
  'the review of a proposal %s, asked at %s and answered at %s, is open: %s',
  (status, reviewAskedAt, reviewedAt, isOpen) => {
    expect(isReviewOpen({ status, reviewAskedAt, reviewedAt })).toBe(isOpen);
  },
);

test.each<[number, Delay, boolean]>([
  [0, 1, false],
  [1, 1, true],
  [30, 30, false],
  [31, 30, true],
  [90, 90, false],
  [91, 90, true],
])('an instalment %i days late counts as delayed by %i days: %s', (daysLate, delay, counts) => {
  expect(isDelayed(daysLate, delay)).toBe(counts);
});

test('a term is one month or a number of months', () => {
  expect([monthsInWords(1), monthsInWords(2), monthsInWords(0)]).toEqual(['1 mês', '2 meses', '0 meses']);
});
