import { createApp } from '#server/app';
import { countSecretsWithoutKey } from '#server/auth/two-factor/rotate';
import { openBank } from '#server/bank';
import type { Bank } from '#server/context';
import { ConfigurationError, type Env, readEnv } from '#server/env';
import { startScheduler } from '#server/jobs/scheduler';
import { type Listening, listen } from '#server/listen';
import { startMailer } from '#server/outbox/mailer';
import { DEMO_LOGINS } from '#server/seed/people';
import { seedDemo } from '#server/seed/seed';

/** Opens the bank, fills an empty database with the demonstration where asked, and serves until told to stop. */
async function start(): Promise<void> {
  const env = readEnv();
  const bank = await openBank(env);
  await refuseMissingKeys(bank);
  let draining = false;
  const app = createApp(bank, { isDraining: () => draining });
  if (env.SEED === 'demo') await seedDemo(bank);
  const listening = await listen(app, env.HOST, env.PORT);
  const scheduler = startScheduler(bank);
  const mailer = startMailer(bank);
  printReady(env);

  const stop = async (): Promise<void> => {
    if (draining) return;
    draining = true;
    await shutDown(bank, listening, [scheduler, mailer]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

/** Throws when a key that people's second factor needs has left APP_KEYS: they would be shut out without a word. */
async function refuseMissingKeys(bank: Bank): Promise<void> {
  const without = await countSecretsWithoutKey(bank);
  if (without === 0) return;
  await bank.db.close();
  throw new ConfigurationError(
    `APP_KEYS lacks the key of ${without} two-factor secrets: put it back after the new one and run npm run keys:rotate`,
  );
}

/** No new requests, the last ones answered, the jobs at their end, and only then the database. */
async function shutDown(bank: Bank, listening: Listening, jobs: { stop(): Promise<void> }[]): Promise<void> {
  await listening.close();
  await Promise.all(jobs.map((job) => job.stop()));
  await bank.db.close();
}

/** What a person needs to know to begin. */
function printReady(env: Env): void {
  const lines = [`${env.BRAND_NAME} em ${env.APP_ORIGIN}`];
  if (env.SEED === 'demo') {
    lines.push('', 'Para entrar:');
    for (const { label, document, password } of DEMO_LOGINS) {
      lines.push(`  ${label.padEnd(14)} ${document.padEnd(20)} senha ${password}`);
    }
  }
  if (!env.isProduction) lines.push('', `E-mail: ${env.APP_ORIGIN}/dev/mailbox`);
  lines.push(`API:    ${env.APP_ORIGIN}/api/docs`, '');
  console.log(lines.join('\n'));
}

/** What stopped the start, in one line where the person at the keyboard can mend it. */
function whyNot(error: unknown): unknown {
  if (error instanceof ConfigurationError) return error.message;
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `${error.message}: set PORT to a free one` : error;
}

start().catch((error: unknown) => {
  console.error(whyNot(error));
  process.exit(1);
});
