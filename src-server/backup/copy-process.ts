import { isLost, isSilent } from '#db/away';
import { copyDatabase } from '#db/copy';
import { postgresToolEnv } from '#server/kernel/env';
import { checkCopy } from './check-copy.ts';

/**
 * A process of its own, so that the bank goes on serving while its database is copied and read from end to end. Gets one
 * message `{url, file}` and answers with one: what the copy holds, or why there is none.
 */
process.once('message', ({ url, file }: { url: string; file: string }) => {
  copyDatabase(url, file, postgresToolEnv())
    .then(() => checkCopy(file, url))
    .then(
      (checked) => process.send?.({ checked }, () => process.exit(0)),
      (error: unknown) =>
        process.send?.({ error: String(error), isLost: isLost(error) || isSilent(error) }, () =>
          process.exit(1),
        ),
    );
});

// Ctrl-C and a service's stop reach every process there is. The bank that is told to stop waits for its backup; one that is
// gone takes this process with it, and the program of PostgreSQL that it runs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  process.kill(-process.pid);
  process.exit(1);
});
