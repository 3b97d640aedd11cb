import type { OpenOptions } from '#db/engine';
import { testDataFolder } from '#db/testing/data-folder';
import { type TestImage, testDb } from '#db/testing/test-db';
import { newRegistry } from '#server/bank';
import { type FixedClock, fixedClock } from '#server/kernel/clock';
import type { Bank } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { openLog } from '#server/kernel/log';
import { testKeys } from '#server/ledger/testing/bank';
import { noProvider, openProvider, type ProviderOptions } from '#server/provider/client';

/** A bank with its own database, captured log and fixed clock. */
export type TestBank = Bank & { clock: FixedClock; logged: string[] };

/**
 * The clock stands at noon in São Paulo on 10 March 2026. `provider`: none by default · `verify`: false if the test
 * corrupts the ledger, which is otherwise checked after it.
 */
export async function testBank(
  env: Record<string, string> = {},
  {
    provider,
    ...database
  }: { provider?: ProviderOptions; verify?: boolean; image?: TestImage } & Pick<
    OpenOptions,
    'onCommit' | 'batchSize'
  > = {},
): Promise<TestBank> {
  const logged: string[] = [];
  const log = openLog('debug', (line) => logged.push(line));
  return {
    db: await testDb(database),
    clock: fixedClock('2026-03-10T12:00:00-03:00'),
    env: readEnv({ NODE_ENV: 'test', DATA_DIR: testDataFolder(), ...env }),
    keys: testKeys,
    log,
    provider: provider ? openProvider({ log, ...provider }) : noProvider(),
    registry: newRegistry(),
    logged,
  };
}
