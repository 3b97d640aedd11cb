import { isLost, isSilent } from '#db/away';
import { copyDatabase } from '#db/copy';
import { postgresToolEnv } from '#server/kernel/env';
import { checkCopy } from './check-copy.ts';

/**
 * A process of its own, so that the bank keeps serving. Takes one message `{url, file}`; answers with the contents or
 * an error.
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

// A stopping bank waits for its backup, so stop signals are ignored; if the bank dies, this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  process.kill(-process.pid);
  process.exit(1);
});
