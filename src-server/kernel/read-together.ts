import type { Reader } from '#db/db';
import { engineOf } from '#db/engine';

type Read<Row> = (db: Reader, keys: readonly string[]) => Promise<readonly Row[]>;
type Waiting<Row> = {
  key: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

/** Looks rows up by key; the look-ups of one turn of the event loop are one query. Undefined if there is no such row. */
export function readTogether<Row>(
  read: Read<Row>,
  keyOf: (row: Row) => string,
): (db: Parameters<typeof engineOf>[0], key: string) => Promise<Row | undefined> {
  const lines = new WeakMap<object, Waiting<Row>[]>();

  async function answerAll(db: Reader, waiting: readonly Waiting<Row>[]): Promise<void> {
    try {
      const rows = await read(db, [...new Set(waiting.map(({ key }) => key))]);
      const found = new Map(rows.map((row) => [keyOf(row), row]));
      for (const { key, resolve } of waiting) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  return async (db, key) => {
    const engine = engineOf(db);
    return new Promise((resolve, reject) => {
      const waiting = lines.get(engine) ?? [];
      waiting.push({ key, resolve, reject });
      if (waiting.length > 1) return;
      lines.set(engine, waiting);
      setImmediate(() => {
        lines.delete(engine);
        void answerAll(db, waiting);
      });
    });
  };
}
