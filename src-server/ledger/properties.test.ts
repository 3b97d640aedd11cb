/**
 * @module-tag postgres
 * @module-tag scaled
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longProofScale } from '#db/testing/proof-scale';
import { testDb } from '#db/testing/test-db';
import { verifyAudit } from '#server/audit/verify';
import { testKeys } from './testing/bank.ts';
import { commands, ModelBank } from './testing/model.ts';
import { verifyLedger } from './verify.ts';

test('after any sequence of operations the ledger equals a model in memory and verifies', async () => {
  const db = await testDb();
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const bank = await ModelBank.open(db);
      for (const command of sequence) await bank.run(command);
      await bank.compare();
    }),
    { numRuns: longProofScale(1_000, 0.1), endOnFailure: true },
  );
  expect(await verifyLedger(db)).toMatchObject({ ok: true, differences: [] });
  expect(await verifyAudit(db, testKeys)).toMatchObject({ ok: true });
}, 1_800_000);
