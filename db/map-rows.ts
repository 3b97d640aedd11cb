import { Column, is, SQL } from 'drizzle-orm';

type Decoder = { mapFromDriverValue(value: unknown): unknown };

/** What Drizzle keeps of a prepared query: it looks up the decoder of each cell of each row, unless there is a mapper. */
type Mapped = {
  fields?: readonly { path: readonly string[]; field: unknown }[];
  customResultMapper?: (rows: readonly unknown[][]) => object[];
};

/** Makes a prepared query look its decoders up once: a transfer reads some 100 cells. Rows within rows stay Drizzle's. */
export function mapRowsAtOnce<Query extends object>(query: Query): Query {
  const mapped: Mapped = query;
  if (!mapped.fields || mapped.customResultMapper) return query;
  const columns: { key: string; decoder: Decoder }[] = [];
  for (const { path, field } of mapped.fields) {
    const [key, ...further] = path;
    const decoder = decoderOf(field);
    if (key === undefined || further.length > 0 || !decoder) return query;
    columns.push({ key, decoder });
  }
  mapped.customResultMapper = (rows) => rows.map((cells) => rowOf(cells, columns));
  return query;
}

function rowOf(cells: readonly unknown[], columns: readonly { key: string; decoder: Decoder }[]): object {
  const row: Record<string, unknown> = {};
  let place = 0;
  for (const { key, decoder } of columns) {
    const cell = cells[place++];
    row[key] = cell === null ? null : decoder.mapFromDriverValue(cell);
  }
  return row;
}

function decoderOf(field: unknown): Decoder | null {
  if (is(field, Column)) return field;
  const sql = is(field, SQL.Aliased) ? field.sql : field;
  return is(sql, SQL) ? (sql as unknown as { decoder: Decoder }).decoder : null;
}
