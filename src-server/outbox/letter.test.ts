import { expect, test } from 'vitest';
import { letter } from './letter.ts';
import { onMailSheet } from './mail-sheet.ts';

const brand = {
  BRAND_NAME: 'Vale & Filhos',
  SUPPORT_EMAIL: 'contato@vale.example',
  APP_ORIGIN: 'https://vale.example',
};

test('a letter says the same as text and HTML, with markup escaped', () => {
  const { text, html } = letter(['Olá, <b>Ana</b> & "Cia".', 'Duas\nlinhas']);
  expect(text).toBe('Olá, <b>Ana</b> & "Cia".\n\nDuas\nlinhas');
  expect(html).toContain('Olá, &lt;b&gt;Ana&lt;/b&gt; &amp; &quot;Cia&quot;.');
  expect(html).toContain('Duas<br>linhas');
  expect(html).not.toContain('<b>');
});

test("a letter's code stands on its own line, before the closing", () => {
  const { text, html } = letter(['O código:'], { code: 'K7QF3M', closing: ['Vale dez minutos.'] });
  expect(text.split('\n')).toEqual(['O código:', '', 'K7QF3M', '', 'Vale dez minutos.']);
  expect(html).toContain('<code>K7QF3M</code>');
});

test("a letter's link stands on its own line, and is a button in HTML", () => {
  const url = 'https://vale.example/redefinir?token=abc&x="1"';
  const { text, html } = letter(['Abra:'], { action: { label: 'Redefinir senha', url } });
  expect(text.split('\n')).toContain(url);
  expect(html).toContain('href="https://vale.example/redefinir?token=abc&amp;x=&quot;1&quot;"');
  expect(html).toContain('>Redefinir senha</a>');
});

test('the mail sheet names the bank and loads nothing from outside', () => {
  const sent = onMailSheet({ subject: 'Olá <Ana>', ...letter(['Tudo certo.']) }, brand);
  expect(sent.text).toMatch(
    /^Tudo certo\.\n\n-- \nVale & Filhos · contato@vale\.example\nNão responda com senhas/,
  );
  expect(sent.html).toContain('<p style="margin:0 0 16px">Tudo certo.</p>');
  expect(sent.html).toContain('<title>Olá &lt;Ana&gt;</title>');
  expect(sent.html).toContain('Vale &amp; Filhos');
  expect(sent.html).toContain('Não responda com senhas');
  expect(sent.html).not.toMatch(/\ssrc=|url\(|@import|<link|<script/);
});

test('the mail sheet styles code and link, and typed markup stays text', () => {
  const typed = '<a href="https://x.example">Clique</a><code>1</code>';
  const url = 'https://vale.example/?a=1&b=$1';
  const { html } = onMailSheet(
    { subject: 'Código', ...letter([typed], { code: 'K7QF3M', action: { label: 'Abrir $& já', url } }) },
    brand,
  );
  expect(html).toContain('>K7QF3M</p>');
  expect(html).toContain('href="https://vale.example/?a=1&amp;b=$1" style="display:inline-block');
  expect(html).toContain('>Abrir $&amp; já</a>');
  expect(html).toContain('&lt;a href=&quot;https://x.example&quot;&gt;Clique');
  expect(html).not.toContain('href="https://x.example"');
});
