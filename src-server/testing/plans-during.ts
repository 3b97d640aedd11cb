import Database from 'better-sqlite3';
import { vi } from 'vitest';
import { engineOf } from '#db/engine';
import type { Bank } from '#server/kernel/context';

/** `steps`: what SQLite does, a line each, with empty texts for the values. */
export type Plan = { text: string; steps: string[] };

/** How SQLite finds the rows of each statement that `work` prepares on its bank. One that was prepared before is not seen again. */
export async function plansDuring(work: () => Promise<Pick<Bank, 'db'>>): Promise<Plan[]> {
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  try {
    const { db } = await work();
    const connections = engineOf(db).connections() as Database.Database[];
    const { calls, contexts } = prepare.mock;
    // The provider's simulator has a database of its own.
    const own = calls.filter((_, place) => connections.includes(contexts[place] as Database.Database));
    const texts = new Set(own.map(([text]) => text));
    const [writer] = connections;
    return [...texts].flatMap((text) => (writer ? [{ text, steps: stepsOf(writer, text) }] : []));
  } finally {
    prepare.mockRestore();
  }
}

function stepsOf(writer: Database.Database, text: string): string[] {
  if (!/^(select|with|insert|update|delete) /i.test(text)) return [];
  const given = Array.from({ length: text.split('?').length - 1 }, () => '');
  const rows = writer.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...given) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}
