import { expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from './limits.ts';
import { durationInWords, limitsInWords } from './limits-in-words.ts';
import { formatBrl } from './money.ts';

const shown = (isProduction: boolean) =>
  limitsInWords({ isProduction, maxAdjustment: '100000.00', maxApproval: '1000000.00' });
const said = (isProduction: boolean) =>
  Object.fromEntries(shown(isProduction).map(({ label, text }) => [label, text]));

test.each([
  [1, '1 segundo'],
  [59, '59 segundos'],
  [60, '1 minuto'],
  [5400, '90 minutos'],
  [3600, '1 hora'],
  [43_200, '12 horas'],
])('a limit of %i seconds reads "%s"', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words);
});

test('the limits shown to people are those enforced', () => {
  expect(said(true)).toMatchObject({
    'Sessão de cliente': '15 minutos sem uso, 12 horas no máximo',
    'Sessão de administrador': '10 minutos sem uso, 8 horas no máximo',
    'Senhas erradas por endereço de rede': '20 em 1 minuto',
    'Cobranças PIX criadas por cliente, em cada sessão, tokens à parte': '300 em 1 hora',
    'Chaves PIX criadas por cliente e dia, em cada sessão': '60 em 24 horas',
    'Conciliações pedidas por dia, por todos os administradores, em cada sessão': '10 em 24 horas',
    'Os limites de cada sessão, para todas as sessões juntas': '3 vezes os de uma delas',
    'Corpo de um pedido': '100 kB',
    'Arquivo enviado': '10 MB',
  });
  expect(Object.keys(said(true))).toHaveLength(shown(true).length);
});

test('the limits shown are those in force in this bank, including the one that administrators set', () => {
  expect(said(true)).toMatchObject({
    'Ajuste manual': `até ${formatBrl(10_000_000)}`,
    'Aprovação de um crédito': `até ${formatBrl(100_000_000)}`,
    'Contas abertas por endereço de rede': '20 em 1 hora',
    'Senhas certas por endereço de rede': '240 em 1 minuto',
    'Ajustes de um administrador sem confirmar que é você': `até ${formatBrl(100_000)} em 24 horas`,
  });
  expect(said(false)).toMatchObject({
    'Contas abertas por endereço de rede': '1000 em 1 hora',
    'Senhas certas por endereço de rede': '1200 em 1 minuto',
    'Ajustes de um administrador sem confirmar que é você': 'sem limite fora de produção',
  });
});

test('every limit on attempts is among the limits shown', () => {
  const windows = Object.entries(ATTEMPT_LIMITS).filter(([kind]) => !kind.endsWith('OutsideProduction'));
  expect(
    shown(true).filter(({ text }) => / em \d+ (segundo|minuto|hora)s?$/.test(text)).length,
  ).toBeGreaterThanOrEqual(windows.length);
});
