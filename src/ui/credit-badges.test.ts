import { expect, test } from 'vitest';
import { RISK_LEVEL_LABELS } from '#domain/credit/analysis-text';
import { STANDING_LABELS } from '#domain/credit/standing';
import { RISK_LEVEL_LOOKS } from './risk-level-badge.tsx';
import { STANDING_LOOKS } from './standing-badge.tsx';

const labelsOf = (looks: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(looks).map(([key, { label }]) => [key, label]));

test('credit badges use the labels of the domain', () => {
  expect(labelsOf(STANDING_LOOKS)).toEqual(STANDING_LABELS);
  expect(labelsOf(RISK_LEVEL_LOOKS)).toEqual(RISK_LEVEL_LABELS);
});
