import { formatDay } from '#domain/date';
import { takeBackup } from '#server/backup/take-backup';
import { runDueDays } from './daily-run.ts';
import type { Job } from './job-runs.ts';

export const BANK_JOBS: readonly Job[] = [
  {
    name: 'daily_run',
    run: async (bank) => {
      await bank.clock.sync(bank.db);
      await runDueDays(bank);
      return `Em dia até ${formatDay(bank.clock.today())}`;
    },
  },
  { name: 'backup', fillsDisk: true, run: async (bank) => (await takeBackup(bank)).summary },
];
