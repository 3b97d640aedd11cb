/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { ASKED, test } from './testing/charge-test.ts';

/** Copies of a charge, all of one moment. */
async function copies(bank: TestBank, id: string, count: number): Promise<void> {
  const { charges } = bank.db.tables;
  const [row] = await bank.db.select().from(charges).where(eq(charges.id, id));
  if (!row) throw new Error('nothing to copy');
  const rows = Array.from({ length: count }, (_, place) => ({
    ...row,
    status: 'making' as const,
    ...{ publicId: `p${place}`, providerId: `c${place}`, txid: `t${place}` },
    id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  }));
  await bank.db.transaction((tx) => tx.insertRows(charges, rows));
}

test('what is read of all charges of a customer is counted by their number, and a page of them is not', async ({
  charge,
  owner,
  bank,
}) => {
  const { id } = await charge.create(ASKED);
  await copies(bank, id, 9_999);
  const { statementSearch, export: files } = ATTEMPT_LIMITS;
  await countAttempt(bank, 'statementSearch', owner.user.id, statementSearch.max - 5);
  for (const filter of [{ q: 'zz' }, { status: 'paid' as const }])
    expect((await charge.list(filter)).charges).toEqual([]);
  expect(await codeOf(charge.list({ kind: 'dated' }))).toBe('TOO_MANY_ATTEMPTS');
  expect((await charge.list({})).totals.count).toBe(10_000);

  await countAttempt(bank, 'export', owner.user.id, files.max - 2);
  const { bytes } = await charge.export({});
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const ids = Buffer.concat(chunks)
    .toString()
    .split('\r\n')
    .flatMap((line) => line.match(/[0-9a-f]{8}-[0-9a-f-]{27}/)?.[0] ?? []);
  expect(new Set(ids).size).toBe(10_000);
  expect(await codeOf(charge.export({}))).toBe('TOO_MANY_ATTEMPTS');
});
