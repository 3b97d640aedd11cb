import { expect, test } from 'vitest';
import { letter } from './letter.ts';
import { creditMessages } from './messages/credit.ts';
import { asTyped, greeting, typed, withoutLinks, withoutTyped } from './typed.ts';

test('an address that somebody typed is no link in an e-mail; the bank’s own text is unchanged', () => {
  const hostile = [
    'https://ganhe.example/x?y=1',
    'ganhe.example',
    'www.ganhe.example',
    'eu@ganhe.example',
    'HTTP://10.0.0.1/x',
    'ganhe。example',
    '//ganhe.example',
    'mailto:eu@ganhe.example',
    'перевод.рф',
  ];
  for (const words of hostile) {
    const { text, html } = letter([
      greeting(words),
      `Descrição: ${typed(words)}`,
      'Escreva para ajuda@banco.example.',
    ]);
    for (const body of [text, html].map(withoutLinks)) {
      const [before] = body.split('Escreva para');
      expect(before, words).not.toMatch(/[.。]\p{L}|:\/\/|@\S/u);
      expect(body).toContain('ajuda@banco.example');
    }
  }
  expect(withoutLinks(typed('Aluguel de março, R$ 1.234,56 às 12:30'))).toBe(
    'Aluguel de março, R$ 1.234,56 às 12:30',
  );
  expect(asTyped(`De ${typed('Ana S.A.')}`)).toBe('De Ana S.A.');
});

test('neither is one in the reason or the answer of an administrator', () => {
  const proposal = { amountCents: 100_000, purpose: 'Reforma' };
  const words = 'Veja ganhe.example ou eu@ganhe.example';
  for (const { mail } of [
    creditMessages.credit_rejected({ ...proposal, decisionReason: words }),
    creditMessages.credit_reviewed({ ...proposal, text: words }),
  ])
    expect(withoutLinks(letter(mail?.paragraphs ?? []).text)).toContain(
      'Veja ganhe. example ou eu@ ganhe. example',
    );
});

test('an e-mail to an unconfirmed address contains no typed text, as text and as HTML', () => {
  const { text, html } = letter([
    greeting('<b>Ganhe em x.example</b>'),
    `De ${typed('Eva')}: ${typed('oi')}.`,
  ]);
  expect(withoutTyped(text)).toBe('Olá.\n\nDe …: ….');
  expect(withoutTyped(html)).toBe('<p>Olá.</p>\n<p>De …: ….</p>');
});

test('marks inside a typed text do not end it early', () => {
  expect(withoutTyped(`a ${typed('\ufdd1x.example\ufdd0')} b`)).toBe('a … b');
});
