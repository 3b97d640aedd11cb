import { open } from '#db/open';
import { systemClock } from '#server/clock';
import { readEnv } from '#server/env';
import { testKeys } from '#server/ledger/testing/bank';
import { openLog } from '#server/log';
import { startMailer } from '../mailer.ts';

/** A process that sends the outbox of the database it is told until it is killed. */
const env = readEnv({ ...process.env, NODE_ENV: 'test' });
const bank = {
  db: await open(env.DATABASE_URL),
  clock: systemClock(),
  env,
  keys: testKeys,
  log: openLog('silent'),
};
startMailer(bank, { pollMs: 20 });
