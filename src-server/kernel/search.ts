import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { plainText } from '#domain/text';

/** Accented letters of Portuguese and its neighbours, by base letter. */
const MARKED: Record<string, string> = {};
for (const letter of 'áàâãäåéèêëíìîïóòôõöúùûüçñý') {
  const plain = plainText(letter);
  MARKED[plain] = `${MARKED[plain] ?? ''}${letter}${letter.toUpperCase()}`;
}

/** A character class with all forms of a letter; null if it has only one. */
function classOf(character: string): string | null {
  const capital = character.toUpperCase();
  if (capital === character || capital.length !== character.length) return null;
  return `[${character}${capital}${MARKED[character] ?? ''}]`;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Ignores case and accents. The pattern has all forms of each letter, so that no function runs per row. */
export function anyContains(on: Reader, columns: readonly AnyColumn[], q: string): SQL | undefined {
  const wanted = plainText(q);
  return or(
    ...columns.map((column) =>
      on.engine === 'postgres' ? matches(column, wanted) : textContains(column, wanted),
    ),
  );
}

function matches(column: AnyColumn, wanted: string): SQL {
  const pattern = [...wanted].map((one) => classOf(one) ?? one.replace(/[.^$*+?()[\]{}|\\]/, '\\$&'));
  return sql`${column} ~ ${pattern.join('')}`;
}

/**
 * LIKE is several times faster than GLOB but ignores case only in ASCII; other text takes GLOB, after a LIKE in which any
 * letter may stand for one that has accents.
 */
function textContains(column: AnyColumn, wanted: string): SQL {
  const letters = [...wanted];
  const pattern = letters.map((one) => classOf(one) ?? one.replace(/[*?[]/, '[$&]'));
  const loose = letters.map((one) => (one in MARKED || !isAscii(one) ? '_' : escaped(one)));
  const glob = sql`(octet_length(${column}) <> length(${column})
    and ${column} like ${`%${loose.join('')}%`} escape '\\' and ${column} glob ${`*${pattern.join('')}*`})`;
  if (!isAscii(wanted)) return glob;
  return sql`(${column} like ${`%${letters.map(escaped).join('')}%`} escape '\\' or ${glob})`;
}

const escaped = (letter: string): string => letter.replace(/[%_\\]/, '\\$&');
