import { escapeHtml, MAIL_COLORS, MAIL_FONTS } from './mail-style.ts';

/**
 * What a letter may carry between its paragraphs and its closing, each alone on its line of the text, so that a person and
 * a script find it: `code`, a one-time code; `action`, a link with what it does ('Redefinir senha').
 */
export type LetterOptions = {
  code?: string;
  action?: { label: string; url: string };
  /** Paragraphs after the code or the link. */
  closing?: readonly string[];
};

/**
 * Paragraphs → the same message as plain text and as HTML. The HTML is the letter alone: the sheet it is written on, with
 * word mark and footer, is put around it when it is sent (`mail-sheet.ts`), so that the outbox does not keep it every time.
 * Everything is taken as text; a line break in a paragraph stays one.
 */
export function letter(
  paragraphs: readonly string[],
  { code, action, closing = [] }: LetterOptions = {},
): { text: string; html: string } {
  return {
    text: [
      ...paragraphs,
      ...(code === undefined ? [] : [code]),
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      ...closing,
    ].join('\n\n'),
    html: [
      ...paragraphs.map(paragraphHtml),
      ...(code === undefined ? [] : [codeHtml(code)]),
      ...(action ? [actionHtml(action)] : []),
      ...closing.map(paragraphHtml),
    ].join('\n'),
  };
}

const paragraphHtml = (text: string): string =>
  `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const codeHtml = (code: string): string =>
  `<p class="vb-code" style="margin:0 0 16px;padding:16px;border-radius:10px;background:${MAIL_COLORS.light.subtle};font:700 28px/1.2 ${MAIL_FONTS.mono};letter-spacing:4px;text-align:center">${escapeHtml(code)}</p>`;

/** A button that is a table, for the mail programs that know no other, and the address in words below it. */
const actionHtml = ({ label, url }: { label: string; url: string }): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td class="vb-button" bgcolor="${MAIL_COLORS.light.brand}" style="border-radius:10px;background:${MAIL_COLORS.light.brand}"><a class="vb-button-text" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;color:${MAIL_COLORS.light.onBrand};font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="vb-muted" style="margin:0 0 16px;color:${MAIL_COLORS.light.muted};font-size:14px;line-height:20px">Se o botão não abrir, copie este endereço:<br><span style="word-break:break-all">${escapeHtml(url)}</span></p>`;
