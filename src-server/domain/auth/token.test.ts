import { describe, expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { createTokenSchema, expiryProblem } from './token.ts';

const TOKEN = { name: 'Aluguel', scopes: ['read'], expiresAt: '2027-01-31' };
const SCOPES = 'Escolha consultar, ou consultar e movimentar dinheiro';

describe('the request for an access token', () => {
  const refusals = (changes: object) => refusalsOf(createTokenSchema, { ...TOKEN, ...changes });

  test('an access token needs a name of 1 to 60 characters', () => {
    for (const name of ['x', 'x'.repeat(60)]) expect(refusals({ name })).toEqual({});
    for (const name of ['', ' ', undefined])
      expect(refusals({ name })).toEqual({ name: 'Dê um nome ao token' });
    expect(refusals({ name: 'x'.repeat(61) })).toEqual({ name: 'Nome deve ter no máximo 60 caracteres' });
  });

  test('an access token may read, or read and move money, but not only move money', () => {
    for (const scopes of [['read'], ['read', 'money'], ['money', 'read']])
      expect(refusals({ scopes })).toEqual({});
    for (const scopes of [[], ['money'], ['read', 'money', 'read'], 'read'])
      expect(refusals({ scopes })).toEqual({ scopes: SCOPES });
    expect(refusals({ scopes: ['read', 'admin'] })).toEqual({ 'scopes.1': SCOPES });
  });

  test('an access token that moves money may have ceilings, of at most R$ 20.000,00 a call and R$ 50.000,00 a day', () => {
    const money = { scopes: ['read', 'money'] };
    expect(refusals({ ...money, perCall: '20000.00', perDay: '50000.00' })).toEqual({});
    expect(refusals({ ...money, perCall: '20000.01', perDay: '50000.01' })).toEqual({
      perCall: expect.stringMatching(/^Deve ser no máximo R\$\s20\.000,00$/),
      perDay: expect.stringMatching(/^Deve ser no máximo R\$\s50\.000,00$/),
    });
    expect(refusals({ ...money, perCall: '0.00' })).toEqual({ perCall: 'Valor deve ser maior que zero' });
    const only = 'Só um token que movimenta dinheiro tem limites';
    expect(refusals({ perCall: '1.00', perDay: '1.00' })).toEqual({ perCall: only, perDay: only });
  });

  test('an access token ends at a given time or at the end of a São Paulo day', () => {
    const end = (expiresAt: string) =>
      createTokenSchema.parse({ ...TOKEN, expiresAt }).expiresAt.toISOString();
    expect(end('2027-01-31')).toBe('2027-02-01T02:59:59.000Z');
    expect(end('2027-01-31T10:00:00-03:00')).toBe('2027-01-31T13:00:00.000Z');
    for (const expiresAt of ['2027-02-30', 'amanhã', '', undefined])
      expect(refusals({ expiresAt })).toEqual({ expiresAt: 'Data de validade inválida' });
  });
});

describe('the end of an access token', () => {
  const NOW = new Date('2026-11-22T12:00:00Z');
  const problemIn = (ms: number) => expiryProblem(new Date(NOW.getTime() + ms), NOW);
  const YEAR_MS = 366 * 86_400_000;

  test('an access token must end in the future', () => {
    expect(problemIn(1)).toBeNull();
    expect(problemIn(0)).toBe('A validade deve estar no futuro');
    expect(problemIn(-1)).toBe('A validade deve estar no futuro');
  });

  test('an access token must end within 366 days', () => {
    expect(problemIn(YEAR_MS)).toBeNull();
    expect(problemIn(YEAR_MS + 1)).toBe('A validade é de no máximo um ano');
  });
});
