import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { plainText } from '#domain/text';

/** The letters with marks of Portuguese and its neighbours, small and capital: neither engine folds them by itself. */
const MARKED = [...'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ'];

/** `text` in small letters without accents, in the engine's words. Text of ASCII alone is spared SQLite's long way. */
function plain(on: Reader, text: SQLWrapper): SQL {
  if (on.engine === 'postgres')
    return sql`translate(lower(${text}), ${sql.raw(`'${MARKED.join('')}'`)}, ${sql.raw(`'${MARKED.map(plainText).join('')}'`)})`;
  const folded = MARKED.reduce(
    (inner, letter) =>
      sql`replace(${inner}, ${sql.raw(`'${letter}'`)}, ${sql.raw(`'${plainText(letter)}'`)})`,
    sql`lower(${text})`,
  );
  return sql`case when length(${text}) = octet_length(${text}) then lower(${text}) else ${folded} end`;
}

/** Whether one of these columns holds `q` somewhere; case and accents do not matter, and no character stands for others. */
export function holds(on: Reader, columns: readonly AnyColumn[], q: string): SQL {
  // Nothing that is searched for has a line feed, so no match reaches from one column into the next.
  const text = sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || ${sql.raw("'\n'")} || `,
  );
  const position = sql.raw(on.engine === 'postgres' ? 'strpos' : 'instr');
  return sql`${position}(${plain(on, text)}, ${plainText(q)}) > 0`;
}
