import { describe, expect, it } from 'vitest';
import { monthSummarySchema, statementSchema } from './statement.ts';

describe('filters of a statement', () => {
  it('a statement page has 50 entries by default', () => {
    expect(statementSchema.parse({})).toEqual({ limit: 50 });
  });

  it('statement filters are read from query-string text', () => {
    expect(
      statementSchema.parse({ limit: '200', q: ' mercado ', from: '2026-02-28', direction: 'out' }),
    ).toEqual({
      limit: 200,
      q: 'mercado',
      from: '2026-02-28',
      direction: 'out',
    });
    expect(statementSchema.parse({ q: '  ' }).q).toBeUndefined();
  });

  it('invalid statement filters are refused', () => {
    const wrong = [
      { limit: 0 },
      { limit: 201 },
      { limit: '1e2' },
      { limit: 1.5 },
      { limit: true },
      { limit: [] },
      { from: '2026-02-30' },
      { to: '21/11/2026' },
      { type: 'gift' },
      { direction: 'up' },
      { cursor: 'x'.repeat(201) },
      { q: 'x'.repeat(101) },
      { accountId: '' },
    ];
    for (const filters of wrong)
      expect(statementSchema.safeParse(filters).success, JSON.stringify(filters)).toBe(false);
  });
});

describe('month of a summary', () => {
  it('the month of a summary is YYYY-MM or absent', () => {
    expect(monthSummarySchema.parse({})).toEqual({});
    expect(monthSummarySchema.parse({ month: '2026-11' }).month).toBe('2026-11');
    for (const month of ['2026-13', '2026-00', '26-11', '2026-1', '', '0000-01', 202611]) {
      expect(monthSummarySchema.safeParse({ month }).success).toBe(false);
    }
  });
});
