import { describe, expect, test } from 'vitest';
import { MIN_PASSWORD_SCORE, passwordScore } from './password-strength.ts';

const ana = {
  fullName: 'Ana Beatriz Conceição',
  username: 'ana.conceicao',
  email: 'ana.conceicao@correio.example',
  cpf: '52998224725',
  phone: '11987452031',
  birthDate: '1991-04-17',
};

describe('a password', () => {
  test.each([
    'password',
    '12345678',
    'senha123',
    'Senha1234',
    'P@ssw0rd',
    'qwertyuiop',
    'flamengo1',
    'valebank2026',
    'ValeBank123',
    'banco1234',
    'pixpixpix',
    'aaaaaaaaaaaaaaaa',
    'a'.repeat(128),
    '        ',
    'conceicao',
    'Conceição1',
    '52998224725',
    '529.982.247-25',
    '17041991',
    '17/04/1991',
    '11987452031',
  ])('that guessers try first is refused: %s', async (password) => {
    expect(await passwordScore(password, ana)).toBeLessThan(MIN_PASSWORD_SCORE);
  });

  test.each([
    'SenhaForte123',
    'vale-demo-2026',
    'vale-admin-2026',
    'serra-do-mar-1988',
    'uma senha comprida',
    'manacá-rosa-1991',
    'fjwkqzpxvb',
    `${'a'.repeat(100)}Kx9#pQ2!vL`,
    'correto cavalo bateria grampo '.repeat(4).slice(0, 128),
  ])('that takes some guessing is taken: %s', async (password) => {
    expect(await passwordScore(password, ana)).toBeGreaterThanOrEqual(MIN_PASSWORD_SCORE);
  });

  test('is common only for whom it is about', async () => {
    expect(await passwordScore('52998224725')).toBeGreaterThanOrEqual(MIN_PASSWORD_SCORE);
  });

  test('of 128 nasty characters is judged in bounded time', async () => {
    await passwordScore('warm up the guesser');
    const nasty = ['aB1!', 'a1a2a3a4', '4@8({[1!0$5+7%', '01/01/1990', '@4(!|$+7%80', '0123456789'];
    for (const piece of nasty) {
      const startedAtMs = performance.now();
      await passwordScore(piece.repeat(128).slice(0, 128), ana);
      // Whole, the worst of them takes more than a second.
      expect(performance.now() - startedAtMs, piece).toBeLessThan(700);
    }
  });
});
