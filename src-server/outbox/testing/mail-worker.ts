import { open } from '#db/open';
import { systemClock } from '#server/kernel/clock';
import { readEnv } from '#server/kernel/env';
import { openLog } from '#server/kernel/log';
import { testKeys } from '#server/ledger/testing/bank';
import { startMailer } from '../mailer.ts';

const env = readEnv({ ...process.env, NODE_ENV: 'test' });
const bank = {
  db: await open(env.DATABASE_URL),
  clock: systemClock(),
  env,
  keys: testKeys,
  log: openLog('silent'),
};
startMailer(bank, { pollMs: 20 });
