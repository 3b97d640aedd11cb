import { expect, it } from 'vitest';
import { uptimeInWords } from './settings.ts';

it.each([
  [59, 'menos de um minuto'],
  [60, '1 minuto'],
  [3600, '1 hora'],
  [4 * 3600 + 12 * 60 + 5, '4 horas e 12 minutos'],
  [86_400, '1 dia'],
  [3 * 86_400 + 4 * 3600 + 59 * 60, '3 dias e 4 horas'],
])('an uptime of %i seconds reads "%s"', (seconds, words) => {
  expect(uptimeInWords(seconds)).toBe(words);
});
