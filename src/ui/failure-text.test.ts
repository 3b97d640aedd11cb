import { describe, expect, test } from 'vitest';
import { failureText, waitText } from './failure-text.ts';

const failed = (data: object) => Object.assign(new Error('failed'), { data });

describe('why a call failed', () => {
  test("a failed call shows the server's message, else the fallback", () => {
    expect(failureText(failed({ error: 'CPF já usado', httpStatus: 409 }), 'Reserva')).toBe('CPF já usado');
    expect(failureText(failed({ httpStatus: 401 }), 'Credenciais inválidas')).toBe('Credenciais inválidas');
  });

  test('a rate-limited call shows how long to wait', () => {
    const limited = failed({ error: 'Muitas tentativas.', httpStatus: 429, retryAfterSeconds: 90 });
    expect(failureText(limited, '')).toBe('Muitas tentativas. Tempo de espera: 90 segundos.');
  });

  test('a call without an answer says that the bank did not respond', () => {
    expect(failureText(new Error('Failed to fetch'), 'Credenciais inválidas')).toMatch(/não respondeu/);
  });
});

test('a waiting time is rounded up to whole seconds or minutes', () => {
  expect([0, 1, 1.2, 45, 119, 120, 121, 900].map(waitText)).toEqual([
    '1 segundo',
    '1 segundo',
    '2 segundos',
    '45 segundos',
    '119 segundos',
    '2 minutos',
    '3 minutos',
    '15 minutos',
  ]);
});
