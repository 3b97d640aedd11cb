import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const MARKED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn';

/** A name as the alphabet orders it, without capitals and accents. An index has the same expression, so it takes no parameters. */
export function alphabetical(engine: 'sqlite' | 'postgres', name: SQLWrapper): SQL {
  const lower = sql`lower(${name})`;
  if (engine === 'postgres')
    return sql`translate(${lower}, ${sql.raw(`'${MARKED}'`)}, ${sql.raw(`'${PLAIN}'`)}) collate "C"`;
  return [...MARKED].reduce(
    (text, letter, index) => sql`replace(${text}, ${sql.raw(`'${letter}', '${PLAIN[index]}'`)})`,
    lower,
  );
}
