import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { takeBackup } from '../take-backup.ts';

// A process that takes one backup of the bank that its environment names.
const bank = await openBank(readEnv());
try {
  await takeBackup(bank);
} finally {
  await bank.db.close();
}
