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
    'jacarandájacarandá',
    'Manacá-manacá-MANACÁ',
    'xK9#xK9#xK9#',
    'ab ab ab ab ab ab',
    '!!!!!!!!!!',
    'a'.repeat(128),
    '        ',
    'conceicao',
    'Conceição1',
    '52998224725',
    '529.982.247-25',
    '17041991',
    '17/04/1991',
    '11987452031',
  ])('the easily guessed password "%s" is refused', async (password) => {
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
    'manacá roxo manacá branco',
    'correto cavalo bateria grampo '.repeat(4).slice(0, 128),
  ])('the strong password "%s" is accepted', async (password) => {
    expect(await passwordScore(password, ana)).toBeGreaterThanOrEqual(MIN_PASSWORD_SCORE);
  });

  test('a password with personal data is weak only for that person', async () => {
    expect(await passwordScore('52998224725')).toBeGreaterThanOrEqual(MIN_PASSWORD_SCORE);
  });

  // Each password is personal data plus letters that are too few to be strong by themselves.
  test.each([
    ['évorakq', 'a name'],
    ['évora zwkqxjk', 'a full name'],
    ['evorakq', 'a name without its accent'],
    ['zwkq.tjbv.mwq.xjzk', 'a user name'],
    ['tjbvk7q', 'a part of a user name'],
    ['qjxkv.wz@hgfqk.examplek', 'an e-mail address'],
    ['hgfqkkq', 'a part of an e-mail address'],
    ['17041991kq', 'a birthday'],
    ['170491kq', 'a short birthday'],
    ['17/04/1991k', 'a birthday with slashes'],
    ['17-04-91k', 'a short birthday with dashes'],
    ['17.04.1991k', 'a birthday with dots'],
    ['52998224725k', 'a CPF'],
    ['529.982.247-25k', 'a masked CPF'],
    ['12abc34501de35k', 'a CNPJ'],
    ['11987452031k', 'a telephone'],
  ])(
    'the password "%s" is weak for a person whose data it contains (%s), and for no other',
    async (password) => {
      const owner = {
        fullName: 'Évora Zwkqxj',
        username: 'zwkq.tjbv.mwq.xjz',
        email: 'qjxkv.wz@hgfqk.example',
        cpf: '52998224725',
        cnpj: '12ABC34501DE35',
        phone: '11987452031',
        birthDate: '1991-04-17',
      };
      expect(await passwordScore(password, owner)).toBeLessThan(MIN_PASSWORD_SCORE);
      expect(await passwordScore(password)).toBeGreaterThanOrEqual(MIN_PASSWORD_SCORE);
    },
  );

  test('repeating a word of up to 15 letters makes no stronger password, repeating a longer text does', async () => {
    const word = 'fjwkqzpxvbrtnmh';
    expect(await passwordScore(word.repeat(2), ana)).toBe(0);
    expect(await passwordScore(`${word}g`.repeat(2), ana)).toBe(4);
  });

  test('only the first and the last 24 characters are judged, so that the work is bounded', async () => {
    const strong = 'fJ8#qPz!2vLxW9$kTm@4RbYc7&NdHg5*Es3^Ua6%Qo1(Zi0)Vj+Xw-Ky=Mt_Bn{Cp}Dr[Fs]Gu:H';
    expect(await passwordScore(strong, ana)).toBe(4);
    const around = (middle: string) => passwordScore(`${'a'.repeat(24)}${middle}${'a'.repeat(24)}`, ana);
    expect(await around(strong)).toBe(await around(''));
    expect(await around(strong)).toBeLessThan(MIN_PASSWORD_SCORE);
    // Slowest inputs for zxcvbn.
    for (const piece of ['aB1!', 'a1a2a3a4', '4@8({[1!0$5+7%', '01/01/1990', '@4(!|$+7%80', '0123456789'])
      expect(await passwordScore(piece.repeat(128).slice(0, 128), ana), piece).toBeGreaterThanOrEqual(0);
  });
});
