import { FREEZE_LINK_SECONDS } from '#domain/limits';
import type { Env } from '#server/kernel/env';
import { escapeHtml, MAIL_COLORS, MAIL_FONTS } from './mail-style.ts';

type Brand = Pick<Env, 'BRAND_NAME' | 'SUPPORT_EMAIL' | 'APP_ORIGIN'>;
type Letter = { subject: string; text: string; html: string };

/** `freezeLink`: freezes the receiver's account; null: the letter has none. */
type Sheet = Brand & { freezeLink: string | null };

const FREEZE = {
  question: 'Não reconhece o que esta mensagem diz?',
  label: 'Congelar a minha conta',
  terms: `O link vale ${FREEZE_LINK_SECONDS / 3600} horas e funciona uma vez.`,
};

const footerLines = (brand: Brand): readonly string[] => [
  `${brand.BRAND_NAME} · ${brand.SUPPORT_EMAIL}`,
  'Não responda com senhas ou códigos: o banco nunca pede nenhum deles por e-mail.',
];

/** Adds logo, footer and light and dark styles to a letter. The HTML loads nothing external. */
export function onMailSheet(
  { subject, text, html }: Letter,
  brand: Brand,
  freezeLink: string | null = null,
): { text: string; html: string } {
  const freeze = freezeLink === null ? [] : [`${FREEZE.question} ${FREEZE.label}:`, freezeLink, FREEZE.terms];
  return {
    text: `${text}\n\n-- \n${[...freeze, ...footerLines(brand)].join('\n')}\n`,
    html: documentHtml(subject, dressed(html), { ...brand, freezeLink }),
  };
}

const { light, dark } = MAIL_COLORS;

/** For clients with dark mode and style sheets; others invert the inline colours themselves. */
const DARK_STYLE = `@media (prefers-color-scheme: dark) {
.vb-page { background: ${dark.page} !important; }
.vb-sheet { background: ${dark.panel} !important; border-color: ${dark.border} !important; color: ${dark.text} !important; }
.vb-mark, .vb-link { color: ${dark.brand} !important; }
.vb-muted { color: ${dark.muted} !important; }
.vb-code { background: ${dark.subtle} !important; color: ${dark.text} !important; }
.vb-button { background: ${dark.brand} !important; }
.vb-button-text { color: ${dark.onBrand} !important; }
.vb-rule { background: ${dark.accent} !important; }
}
@media (max-width: 480px) { .vb-letter { padding: 24px 20px !important; } }`;

/** Tables and inline styles work in every client. */
const documentHtml = (subject: string, letterHtml: string, brand: Sheet): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="vb-page" style="margin:0;padding:0;background:${light.page}">
<table class="vb-page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="vb-mark" style="padding:0 4px 16px;color:${light.brand};font:700 24px/32px ${MAIL_FONTS.body};letter-spacing:-0.3px">${wordMark(brand)}</td></tr>
<tr><td class="vb-rule" height="4" style="height:4px;border-radius:4px 4px 0 0;background:${light.accent};font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td class="vb-sheet vb-letter" style="padding:32px 32px 16px;border:1px solid ${light.border};border-top:0;border-radius:0 0 16px 16px;background:${light.panel};color:${light.text};font:400 16px/24px ${MAIL_FONTS.body};word-break:break-word">
<h1 style="margin:0 0 20px;font-size:22px;line-height:30px;font-weight:700">${escapeHtml(subject)}</h1>
${letterHtml}
</td></tr>
<tr><td class="vb-muted" style="padding:16px 4px;color:${light.muted};font:400 14px/20px ${MAIL_FONTS.body}">${footerHtml(brand)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;

/** Inlines styles into the letter's elements. User text is escaped, so every tag is the letter's. */
const dressed = (letterHtml: string): string =>
  letterHtml
    .replaceAll('<p>', '<p style="margin:0 0 16px">')
    .replace(
      /<code>([^<]*)<\/code>/g,
      `<p class="vb-code" style="margin:0 0 16px;padding:16px;border-radius:10px;background:${light.subtle};font:700 28px/1.2 ${MAIL_FONTS.mono};letter-spacing:4px;text-align:center">$1</p>`,
    )
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, (_, url: string, label: string) => buttonHtml(url, label));

const buttonHtml = (url: string, label: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td class="vb-button" bgcolor="${light.brand}" style="border-radius:10px;background:${light.brand}"><a class="vb-button-text" href="${url}" style="display:inline-block;padding:12px 24px;color:${light.onBrand};font-weight:700;text-decoration:none">${label}</a></td></tr></table>
<p class="vb-muted" style="margin:0 0 16px;color:${light.muted};font-size:14px;line-height:20px">Se o botão não abrir, copie este endereço:<br><span style="word-break:break-all">${url}</span></p>`;

const wordMark = ({ BRAND_NAME, APP_ORIGIN }: Brand): string =>
  `<a class="vb-mark" href="${escapeHtml(APP_ORIGIN)}" style="color:${light.brand};text-decoration:none">${escapeHtml(BRAND_NAME)}</a>`;

const footerHtml = ({ freezeLink, ...brand }: Sheet): string =>
  [...(freezeLink === null ? [] : [freezeHtml(freezeLink)]), ...footerLines(brand).map(escapeHtml)].join(
    '<br>',
  );

const freezeHtml = (url: string): string =>
  `${FREEZE.question} <a class="vb-link" href="${escapeHtml(url)}" style="color:${light.brand}">${FREEZE.label}</a>. ${FREEZE.terms}`;
