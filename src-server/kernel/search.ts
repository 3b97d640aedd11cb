import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { plainText } from '#domain/text';

/** The letters of Portuguese and its neighbours that carry marks, by the letter that people type for them. */
const MARKED: Record<string, string> = {};
for (const letter of 'áàâãäåéèêëíìîïóòôõöúùûüçñý') {
  const plain = plainText(letter);
  MARKED[plain] = `${MARKED[plain] ?? ''}${letter}${letter.toUpperCase()}`;
}

/** A letter, capital or small, with any mark or none, as one class of characters; null for what has no other form. */
function classOf(character: string): string | null {
  const capital = character.toUpperCase();
  if (capital === character || capital.length !== character.length) return null;
  return `[${character}${capital}${MARKED[character] ?? ''}]`;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Whether one of these columns holds `q` somewhere; case and accents do not matter, and no character stands for others.
 * The pattern has all forms of each letter, so that nothing is done to the columns of every row.
 */
export function holds(on: Reader, columns: readonly AnyColumn[], q: string): SQL | undefined {
  const wanted = plainText(q);
  return or(
    ...columns.map((column) =>
      on.engine === 'postgres' ? matches(column, wanted) : holdsText(column, wanted),
    ),
  );
}

function matches(column: AnyColumn, wanted: string): SQL {
  const pattern = [...wanted].map((one) => classOf(one) ?? one.replace(/[.^$*+?()[\]{}|\\]/, '\\$&'));
  return sql`${column} ~ ${pattern.join('')}`;
}

/** LIKE is several times faster than GLOB and blind to case in ASCII alone: what is no ASCII goes the long way. */
function holdsText(column: AnyColumn, wanted: string): SQL {
  const pattern = [...wanted].map((one) => classOf(one) ?? one.replace(/[*?[]/, '[$&]'));
  const glob = sql`(octet_length(${column}) <> length(${column}) and ${column} glob ${`*${pattern.join('')}*`})`;
  if (!isAscii(wanted)) return glob;
  return sql`(${column} like ${`%${wanted.replace(/[%_\\]/g, '\\$&')}%`} escape '\\' or ${glob})`;
}
