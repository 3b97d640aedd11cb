import { engineOf } from '#db/engine';
import { sqliteFileBytes, startQuickCheck, wasFoundWhole } from '#db/quick-check';
import type { Bank } from '#server/kernel/context';

/** Up to this size the file is checked before serving: under a second on a slow disk. */
const SMALL_BYTES = 50_000_000;

export type DatabaseCheck = { foundDamage(): boolean; done: Promise<void>; stop(): Promise<void> };

export const noCheck: DatabaseCheck = {
  foundDamage: () => false,
  done: Promise.resolve(),
  stop: async () => {},
};

/** Checks files above `smallBytes` in the background. The next start repeats one that did not end or found damage. */
export async function checkDatabase(
  { db, log }: Pick<Bank, 'db' | 'log'>,
  { smallBytes = SMALL_BYTES } = {},
): Promise<DatabaseCheck> {
  const { url } = engineOf(db);
  const bytes = sqliteFileBytes(url);
  const isSmall = bytes <= smallBytes;
  const check = startQuickCheck(url, { inSteps: !isSmall });
  let isDamaged = false;
  let isStopped = false;
  const done = check.found.then(
    (found) => {
      isDamaged = found.length > 0;
      if (isDamaged)
        return log.error({ found }, 'the database is damaged: restore a backup (npm run restore)');
      wasFoundWhole(url);
      log.info({ bytes }, 'the database was not closed the last time; it was checked, and is whole');
    },
    (error: unknown) => {
      if (!isStopped) log.error({ err: error }, 'the database could not be checked');
    },
  );
  if (isSmall) await done;
  return {
    foundDamage: () => isDamaged,
    done,
    stop: async () => {
      isStopped = true;
      await check.stop();
      await done;
    },
  };
}
