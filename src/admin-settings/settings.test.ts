import { expect, it } from 'vitest';
import { sizeInWords, uptimeInWords } from './settings.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [48_230_400, '48,2 MB'],
  [1_500_000_000, '1,5 GB'],
  [2_000_000_000_000_000, '2.000 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});

it.each([
  [59, 'menos de um minuto'],
  [60, '1 minuto'],
  [3600, '1 hora'],
  [4 * 3600 + 12 * 60 + 5, '4 horas e 12 minutos'],
  [86_400, '1 dia'],
  [3 * 86_400 + 4 * 3600 + 59 * 60, '3 dias e 4 horas'],
])('%i seconds are %s', (seconds, words) => {
  expect(uptimeInWords(seconds)).toBe(words);
});
