import { expect, test } from 'vitest';
import { durationInWords, LIMITS_IN_WORDS } from './limits-in-words.ts';

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
  const said = Object.fromEntries(LIMITS_IN_WORDS.map(({ label, text }) => [label, text]));
  expect(said).toMatchObject({
    'Sessão de cliente': '15 minutos sem uso, 12 horas no máximo',
    'Sessão de administrador': '10 minutos sem uso, 8 horas no máximo',
    'Senhas erradas por endereço de rede': '20 em 1 minuto',
    'Corpo de um pedido': '100 kB',
    'Arquivo enviado': '10 MB',
  });
  expect(Object.keys(said)).toHaveLength(LIMITS_IN_WORDS.length);
});
