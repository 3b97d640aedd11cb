import { MIGRATIONS_TABLE, type Migration, migrationsOf } from '#db/migrations';
import type { Engine } from './attack-scene.ts';
import type { Raw } from './raw.ts';

/** Rows by table, as SQL of the engine they were read from. */
export type Rows = Map<string, { columns: string[]; rows: string[] | string }>;

export async function rowsOf(engine: Engine, raw: Raw): Promise<Rows> {
  const found: Rows = new Map();
  for (const table of await tablesOf(engine, raw)) {
    if (table === MIGRATIONS_TABLE) continue;
    const columns = await columnsOf(engine, raw, table);
    found.set(table, { columns, rows: await literals(engine, raw, table, columns) });
  }
  return found;
}

/** Fills an empty database as the release with migration `number` left it. Without guards, which every upgrade recreates. */
export async function releaseBank(engine: Engine, raw: Raw, number: number, rows: Rows): Promise<void> {
  const known = migrationsOf(engine).slice(0, number + 1);
  const createMigrationsTable = `CREATE TABLE ${MIGRATIONS_TABLE} (name text PRIMARY KEY NOT NULL, sha256 text NOT NULL, applied_at ${engine === 'sqlite' ? 'text' : 'timestamptz DEFAULT now()'})`;
  await raw.run(`BEGIN; ${createMigrationsTable}; ${known.map(applied).join('\n')} COMMIT;`);
  const tables = await tablesOf(engine, raw);
  await raw.run(engine === 'sqlite' ? 'PRAGMA foreign_keys = OFF' : 'SET session_replication_role = replica');
  for (const table of tables) {
    const had = rows.get(table);
    if (!had) continue;
    // A migration may have written rows.
    await raw.run(`DELETE FROM "${table}"`);
    const own = await columnsOf(engine, raw, table);
    await fill(raw, table, { had, columns: own.filter((column) => had.columns.includes(column)) });
  }
  if (engine === 'postgres') await raw.run('SET session_replication_role = DEFAULT');
}

const applied = ({ name, sha256, text }: Migration): string =>
  `${text}\nINSERT INTO ${MIGRATIONS_TABLE} (name, sha256) VALUES ('${name}', '${sha256}');`;

async function fill(
  raw: Raw,
  table: string,
  { had, columns }: { had: { columns: string[]; rows: string[] | string }; columns: string[] },
): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(', ');
  if (typeof had.rows === 'string') {
    await raw.run(
      `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::"${table}", '${had.rows.replaceAll("'", "''")}')`,
    );
    return;
  }
  for (const row of had.rows) {
    const values: string[] = JSON.parse(row);
    const chosen = columns.map((column) => values[had.columns.indexOf(column)]);
    await raw.run(`INSERT INTO "${table}" (${names}) VALUES (${chosen.join(', ')})`);
  }
}

/** SQLite: literals per row; PostgreSQL: all rows as one JSON. */
async function literals(
  engine: Engine,
  raw: Raw,
  table: string,
  columns: string[],
): Promise<string[] | string> {
  if (engine === 'postgres') {
    const [row] = await raw.run(
      `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows FROM "${table}" t`,
    );
    return String(row?.rows);
  }
  const values = columns.map((column) => `quote("${column}")`).join(', ');
  const rows = await raw.run(`SELECT json_array(${values}) AS row FROM "${table}"`);
  return rows.map(({ row }) => String(row));
}

export async function tablesOf(engine: Engine, raw: Raw): Promise<string[]> {
  const rows = await raw.run(
    engine === 'sqlite'
      ? "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1"
      : "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  return rows.map(({ name }) => String(name));
}

async function columnsOf(engine: Engine, raw: Raw, table: string): Promise<string[]> {
  const rows = await raw.run(
    engine === 'sqlite'
      ? `SELECT name FROM pragma_table_info('${table}')`
      : `SELECT column_name::text AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}'`,
  );
  return rows.map(({ name }) => String(name));
}
