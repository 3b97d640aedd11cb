import { escapeHtml } from './mail-style.ts';

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
 * Paragraphs → the same message as plain text and as HTML. The HTML is bare: how it looks, word mark and footer come to it
 * when it is sent (`mail-sheet.ts`), so that the outbox does not keep them every time. Everything is taken as text; a line
 * break in a paragraph stays one.
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
      ...(code === undefined ? [] : [`<code>${escapeHtml(code)}</code>`]),
      ...(action ? [`<a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a>`] : []),
      ...closing.map(paragraphHtml),
    ].join('\n'),
  };
}

const paragraphHtml = (text: string): string => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
