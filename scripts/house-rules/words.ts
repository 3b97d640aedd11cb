import type { Problem } from './rules.ts';

type Word = { pattern: RegExp; instead: string; where?: (path: string) => boolean };

const STANDARDS = /\b(ASVS|EMV|FEBRABAN|ISO|NIST|OFX|PDF|RFC|WCAG)\b/;

/** Refused in comments and documents; docs/glossary.md names the words to write. */
const REFUSED: Word[] = [
  { pattern: /\binstallments?\b/i, instead: 'instalment' },
  { pattern: /\bslips?\b/i, instead: 'boleto' },
  {
    pattern: /\bAsaas\b/,
    instead: 'the provider',
    where: (path) => !/^(README\.md|src-server\/provider\/|simulator\/)/.test(path),
  },
  { pattern: /\bsections? \d/i, instead: 'state the rule: the specification is not kept here' },
];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const SQL_COMMENTS = /--.*$/gm;
const QUOTED_CODE = /```[\s\S]*?```|`[^`\n]*`/g;

/** Of a source only the comments are read. Test files are skipped: older test names keep their words. */
export function wordRule(path: string, text: string): Problem[] {
  if (path === 'docs/glossary.md' || path === 'scripts/house-rules/words.ts' || /\.test\.tsx?$/.test(path))
    return [];
  return proseOf(path, text).flatMap(({ at, prose }) =>
    REFUSED.filter(({ where }) => where?.(path) ?? true).flatMap(({ pattern, instead }) => {
      const found = pattern.exec(prose);
      if (!found || (instead.startsWith('state') && STANDARDS.test(prose))) return [];
      const line = text.slice(0, at + found.index).split('\n').length;
      return [`${path}:${line} "${found[0]}": write "${instead}" (docs/glossary.md)`];
    }),
  );
}

/** Blanks code, so that positions stay. */
const withoutCode = (text: string): string =>
  text.replace(QUOTED_CODE, (code) => code.replace(/[^\n]/g, ' '));

function proseOf(path: string, text: string): { at: number; prose: string }[] {
  if (path.endsWith('.md')) {
    let at = 0;
    return withoutCode(text)
      .split('\n')
      .map((prose) => {
        const line = { at, prose };
        at += prose.length + 1;
        return line;
      });
  }
  const comments = text.matchAll(path.endsWith('.sql') ? SQL_COMMENTS : COMMENTS);
  return [...comments].map((comment) => ({ at: comment.index, prose: withoutCode(comment[0]) }));
}
