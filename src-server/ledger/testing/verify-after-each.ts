import { onVerify } from '#db/testing/test-db';
import { verifyAudit } from '#server/audit/verify';
import { verifyLedger } from '../verify.ts';
import { testKeys } from './bank.ts';

// After every test the ledger and the audit chain must verify.
onVerify(async (db) => {
  const ledger = await verifyLedger(db);
  if (!ledger.ok) throw new Error(`the test left a broken ledger:\n${ledger.differences.join('\n')}`);
  const audit = await verifyAudit(db, testKeys);
  if (!audit.ok) throw new Error(`the test left an audit log that breaks at row ${audit.firstBrokenSeq}`);
});
