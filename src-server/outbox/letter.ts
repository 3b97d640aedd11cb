import { escapeHtml } from './mail-style.ts';

export type LetterOptions = {
  code?: string;
  action?: { label: string; url: string };
  closing?: readonly string[];
};

/**
 * Styles, logo and footer are added when sending (`mail-sheet.ts`), so that the outbox does not store them. Escapes
 * everything.
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
