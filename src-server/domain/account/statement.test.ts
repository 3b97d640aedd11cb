import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, exportSchema, monthSummarySchema, statementSchema } from './statement.ts';

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

  it('a search of 100 characters is the longest', () => {
    expect(statementSchema.parse({ q: 'x'.repeat(100) }).q).toHaveLength(100);
    expect(statementSchema.safeParse({ q: 'x'.repeat(101) }).error?.issues[0]?.message).toBe(
      'Busca deve ter no máximo 100 caracteres',
    );
  });

  it('a statement may ask for the closing balance of each day, as true or "true", and for the external account', () => {
    const asked = { withDayBalances: 'true', account: 'external' };
    expect(statementSchema.parse(asked)).toEqual({ limit: 50, withDayBalances: true, account: 'external' });
    expect(statementSchema.parse({ withDayBalances: 'false' }).withDayBalances).toBe(false);
    expect(statementSchema.parse({ withDayBalances: true }).withDayBalances).toBe(true);
    expect(statementSchema.safeParse({ withDayBalances: 'yes' }).success).toBe(false);
    expect(statementSchema.safeParse({ account: 'bank' }).error?.issues[0]?.message).toBe('Conta inválida');
  });

  it('a statement file takes a format and the filters of the statement, but no page', () => {
    for (const format of EXPORT_FORMATS) expect(exportSchema.parse({ format }).format).toBe(format);
    const page = { cursor: 'x', limit: 10, withDayBalances: true };
    expect(exportSchema.parse({ format: 'ofx', direction: 'in', ...page })).toEqual({
      format: 'ofx',
      direction: 'in',
    });
    for (const format of ['xls', undefined])
      expect(exportSchema.safeParse({ format }).error?.issues[0]?.message).toBe('Formato inválido');
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
