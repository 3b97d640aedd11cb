import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { takeBackup } from '../take-backup.ts';

const bank = await openBank(readEnv());
try {
  await takeBackup(bank);
} finally {
  await bank.db.close();
}
