import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const MARKED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn';

/** Sort key without case and accents. No parameters: it must match the index expression. */
export function alphabetical(engine: 'sqlite' | 'postgres', name: SQLWrapper): SQL {
  const lower = sql`lower(${name})`;
  if (engine === 'postgres')
    return sql`translate(${lower}, ${sql.raw(`'${MARKED}'`)}, ${sql.raw(`'${PLAIN}'`)}) collate "C"`;
  return [...MARKED].reduce(
    (text, letter, index) => sql`replace(${text}, ${sql.raw(`'${letter}', '${PLAIN[index]}'`)})`,
    lower,
  );
}
