import { expect, test } from 'vitest';
import { letter } from './letter.ts';
import type { About } from './message.ts';
import { accountMessages } from './messages/account.ts';
import { creditMessages } from './messages/credit.ts';
import { documentMessages } from './messages/document.ts';
import { freezeMessages } from './messages/freeze.ts';
import { personMessages } from './messages/person.ts';
import { protectionMessages } from './messages/protection.ts';
import { twoFactorMessages } from './messages/two-factor.ts';
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
  const reason = 'Veja ganhe.example ou eu@ganhe.example';
  const about = { env: {}, to: {}, at: new Date(0) } as unknown as About;
  const changed = { accountNumber: '10001-9', amountCents: 100, reason };
  const corrected = { email: 'ana@correio.example', undo: null, isPasswordVoid: false };
  const reserved = { kind: 'transfer', target: '10001-9', payeeName: 'Bruno', amountCents: 100 } as const;
  for (const { mail } of [
    creditMessages.credit_rejected({ ...proposal, decisionReason: reason }),
    creditMessages.credit_reviewed({ ...proposal, text: reason }),
    accountMessages.account_adjusted(changed, about),
    accountMessages.transaction_reversed(changed),
    accountMessages.account_frozen(changed, about),
    accountMessages.account_unfrozen(changed),
    accountMessages.user_activated({ reason }, about),
    accountMessages.user_deactivated({ reason }, about),
    freezeMessages.unfrozen_for_owner({ reason }, about),
    personMessages.email_corrected({ ...corrected, reason }, about),
    protectionMessages.payment_not_made({ ...reserved, reason }, about),
    twoFactorMessages.factors_end_asked({ until: about.at, reason }, about),
    twoFactorMessages.factors_kept({ reason }, about),
    documentMessages.document_free_asked({ from: about.at, reason }, about),
    documentMessages.document_kept({ reason }, about),
    documentMessages.document_freed({ reason }, about),
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
