import { describe, expect, test } from 'vitest';
import { isEndToEndId } from '#domain/testing/end-to-end-id';
import { type BrCode, crc16, maxInfoLength, readBrCode, writeBrCode } from './br-code.ts';
import { parseKeyAs, parsePixKey, shownKey } from './key.ts';

const GUI = 'br.gov.bcb.pix';
const KEY = 'ana@correio.example';
const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;
const seal = (text: string): string => text + crc16(text);

const GOOD: [id: string, value: string][] = [
  ['00', '01'],
  ['26', field('00', GUI) + field('01', KEY)],
  ['52', '0000'],
  ['53', '986'],
  ['54', '10.00'],
  ['58', 'BR'],
  ['59', 'ANA'],
  ['60', 'SANTOS'],
  ['62', field('05', '***')],
];

/** A valid code with changed fields (null: omitted) and a correct checksum. */
function codeWith(changes: Record<string, string | null> = {}): string {
  const objects = GOOD.map(([id, value]) => [id, id in changes ? changes[id] : value] as const);
  return seal(`${objects.map(([id, value]) => (value ? field(id, value) : '')).join('')}6304`);
}
const read = (text: string): BrCode | string => {
  const reading = readBrCode(text);
  return reading.ok ? reading.code : reading.fault;
};
const merchant = (...objects: [id: string, value: string][]): string =>
  objects.map(([id, value]) => field(id, value)).join('');

describe('a BR Code is read within the bounds of the manual, and not beyond:', () => {
  test.each([
    ['a name of 25 characters', { 59: 'N'.repeat(25) }, { name: 'N'.repeat(25) }],
    ['a name of 26', { 59: 'N'.repeat(26) }, 'field'],
    ['no name', { 59: null }, 'field'],
    ['a name of one', { 59: 'N' }, { name: 'N' }],
    ['a city of 15 characters', { 60: 'C'.repeat(15) }, { city: 'C'.repeat(15) }],
    ['a city of 16', { 60: 'C'.repeat(16) }, 'field'],
    ['no city', { 60: null }, 'field'],
    ['an amount of 13 characters', { 54: '9999999999.99' }, { amountCents: 999_999_999_999 }],
    ['an amount of 14', { 54: '99999999999.99' }, 'field'],
    ['an amount of one cent', { 54: '0.01' }, { amountCents: 1 }],
    ['an amount of one decimal', { 54: '1.5' }, { amountCents: 150 }],
    ['an amount without decimals', { 54: '7' }, { amountCents: 700 }],
    ['an amount of nothing', { 54: '0.00' }, 'field'],
    ['an amount of three decimals', { 54: '1.000' }, 'field'],
    ['an amount with a sign', { 54: '-1.00' }, 'field'],
    ['an amount with a comma', { 54: '1,00' }, 'field'],
    ['an amount and a word', { 54: '1.00 BRL' }, 'field'],
    ['no amount', { 54: null }, { amountCents: null }],
    ['an identifier of 25', { 62: field('05', 'T'.repeat(25)) }, { txid: 'T'.repeat(25) }],
    ['an identifier of 26', { 62: field('05', 'T'.repeat(26)) }, 'field'],
    ['an identifier with a dash', { 62: field('05', 'A-1') }, 'field'],
    ['no further data', { 62: null }, { txid: null }],
    ['further data that is no list', { 62: 'x' }, { txid: null }],
    ['another currency', { 53: '840' }, 'currency'],
    ['no currency', { 53: null }, 'currency'],
    ['another country', { 58: 'PT' }, 'country'],
    ['no country', { 58: null }, 'country'],
    [
      'a key of 77 characters',
      { 26: merchant(['00', GUI], ['01', 'k'.repeat(77)]) },
      { key: 'k'.repeat(77) },
    ],
    ['a key of 78', { 26: merchant(['00', GUI], ['01', 'k'.repeat(78)]) }, 'tlv'],
    [
      'a name of the scheme in capitals',
      { 26: merchant(['00', GUI.toUpperCase()], ['01', KEY]) },
      { key: KEY },
    ],
    ['another scheme', { 26: merchant(['00', 'br.gov.bcb.pax'], ['01', KEY]) }, 'nokey'],
    ['a scheme without a name', { 26: merchant(['01', KEY]) }, 'nokey'],
    ['no template', { 26: null }, 'nokey'],
    ['a template that is no list', { 26: 'x1' }, 'nokey'],
    ['an amount with two signs', { 54: '1.0.0' }, 'field'],
    ['neither key nor address', { 26: merchant(['00', GUI], ['02', 'x']) }, 'nokey'],
    ['both key and address', { 26: merchant(['00', GUI], ['01', KEY], ['25', 'pix.example/1']) }, 'nokey'],
    [
      'an address',
      { 26: merchant(['00', GUI], ['25', 'pix.example/1']) },
      { key: null, url: 'pix.example/1' },
    ],
    ['a description', { 26: merchant(['00', GUI], ['01', KEY], ['02', 'Café']) }, 'tlv'],
    ['a plain description', { 26: merchant(['00', GUI], ['01', KEY], ['02', 'Cafe']) }, { info: 'Cafe' }],
  ] as const)('a BR Code field within and beyond its bound: %s', (_, changes, expected) => {
    const found = read(codeWith(changes));
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject(expected);
  });

  test.each([
    ['26', { key: KEY }],
    ['27', { key: KEY }],
    ['51', { key: KEY }],
    ['25', 'nokey'],
    ['61', 'nokey'],
  ])('a BR Code template within and beyond its bound: %s', (id, expected) => {
    const objects = GOOD.filter(([one]) => one !== '26');
    objects.splice(1, 0, [id, field('00', GUI) + field('01', KEY)]);
    const found = read(seal(`${objects.map(([one, value]) => field(one, value)).join('')}6304`));
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject(expected);
  });

  test('another template may precede that of PIX', () => {
    const other = field('26', field('00', 'com.example'));
    const text = codeWith()
      .slice(0, -4)
      .replace('000201', `000201${other}`)
      .replace(`${other}26`, `${other}27`);
    expect(read(seal(text))).toMatchObject({ key: KEY });
  });

  test.each([
    ['512 characters', 512, true],
    ['513 characters', 513, false],
  ])('a BR Code within and beyond its bound: a payload of %s', (_, length, isRead) => {
    const rest = ['80', '81', '82', '83'];
    let text = codeWith().slice(0, -8);
    for (const [place, id] of rest.entries()) {
      const left = length - 8 - text.length - 4;
      const share = place === rest.length - 1 ? left : Math.min(99, left - 5 * (rest.length - 1 - place));
      text += field(id, 'x'.repeat(share));
    }
    const sealed = seal(`${text}6304`);
    expect(sealed).toHaveLength(length);
    expect(readBrCode(sealed).ok).toBe(isRead);
  });

  test.each([
    ['one object twice', (text: string) => text.replace('5802BR', '5802BR5802BR')],
    ['an object without a value', (text: string) => text.replace('5802BR', '5800')],
    ['a length that is no number', (text: string) => text.replace('5802BR', '58x2BR')],
    ['an identifier that is no number', (text: string) => text.replace('5802BR', 'x802BR')],
    ['a length beyond the end', (text: string) => text.replace('5802BR', '5899BR')],
    ['something before it', (text: string) => `0${text}`],
    ['another format', (text: string) => text.replace('000201', '000202')],
    ['the check sum not at the end', (text: string) => `${text.replace(/6304$/, '')}6304ABCD640112`],
    ['a letter with an accent', (text: string) => text.replace('SANTOS', 'SÃNTOS')],
    ['a line break', (text: string) => text.replace('SANTOS', 'SAN\nOS')],
  ])('a text with %s is no BR Code', (_, change) => {
    expect(read(seal(change(codeWith().slice(0, -4))))).toBe('tlv');
  });

  test('a check sum in small letters is invalid', () => {
    const text = [...'0123456789']
      .map((digit) => codeWith({ 59: `ANA${digit}` }))
      .find((one) => /[A-F]/.test(one.slice(-4)));
    expect(read(text ?? '')).toMatchObject({ key: KEY });
    expect(read((text ?? '').slice(0, -4) + (text ?? '').slice(-4).toLowerCase())).toBe('tlv');
  });
});

describe('a BR Code is written', () => {
  const code = { key: KEY, name: 'Ana', city: 'Santos' };

  test('a written BR Code has as much of the description as fits', () => {
    const info = 'd'.repeat(maxInfoLength(KEY));
    expect(read(writeBrCode({ ...code, info }))).toMatchObject({ info });
    expect(() => writeBrCode({ ...code, info: `${info}d` })).toThrow('no room');
    expect(maxInfoLength('k'.repeat(77))).toBe(0);
  });

  test('a written BR Code has names cut at the limit, without accents, and without a space at the cut', () => {
    const name = `João ${'x'.repeat(19)} Conceição`;
    expect(read(writeBrCode({ ...code, name, city: 'São José dos Cã🙂mpos' }))).toMatchObject({
      name: `Joao ${'x'.repeat(19)}`,
      city: 'Sao Jose dos Ca',
    });
  });
});

describe('a PIX key at its bounds', () => {
  const EVP = '123e4567-e89b-12d3-a456-426614174000';

  test.each([
    [` ${EVP.toUpperCase()} `, { type: 'EVP', canonical: EVP }],
    [`x${EVP}`, null],
    [`${EVP}0`, null],
    [`${'a'.repeat(64)}@b.example.br`, { type: 'EMAIL', canonical: `${'a'.repeat(64)}@b.example.br` }],
    [`${'a'.repeat(65)}@b.example.br`, null],
    ['+5561912345678', { type: 'PHONE', canonical: '+5561912345678' }],
    ['6132345678', null],
  ])('the PIX key at its bounds: %s', (text, expected) => expect(parsePixKey(text)).toEqual(expected));

  test('a PIX key is read as the type that is stated', () => {
    // Both a valid CPF and a mobile number.
    expect(parseKeyAs('PHONE', ' 11987654321 ')).toBe('+5511987654321');
    expect(parsePixKey('11912345684')).toEqual({ type: 'CPF', canonical: '11912345684' });
    expect(parseKeyAs('PHONE', '11912345684')).toBe('+5511912345684');
    expect(parseKeyAs('CPF', '11912345684')).toBe('11912345684');
    for (const text of ['6132345678', '6192345678', '61812345678'])
      expect(parseKeyAs('PHONE', text)).toBeNull();
    expect(parseKeyAs('CPF', '529.982.247-25')).toBe('52998224725');
    expect(parseKeyAs('EMAIL', '529.982.247-25')).toBeNull();
  });

  test('a CPF as PIX key is shown masked, any other key whole', () => {
    expect(shownKey({ type: 'CPF', canonical: '52998224725' })).toBe('***.982.247-**');
    expect(shownKey({ type: 'EMAIL', canonical: KEY })).toBe(KEY);
    expect(shownKey({ type: null, canonical: KEY })).toBe(KEY);
  });

  test('an end-to-end id is checked from the first character to the last', () => {
    const id = 'E1234567820260310150012345678901';
    expect(isEndToEndId(id)).toBe(true);
    for (const other of [`x${id}`, `${id}1`, id.slice(1), '', id.replace('20260310', '20260230')])
      expect(isEndToEndId(other), other).toBe(false);
  });
});
