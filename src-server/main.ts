import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isDamaged } from '#db/away';
import { needsCheck } from '#db/quick-check';
import { startForgettingChallenges } from '#server/auth/daily-steps';
import { startEndingFactors } from '#server/auth/lost-factors/end-due';
import { usesWritten } from '#server/auth/note-use';
import { countSecretsWithoutKey } from '#server/auth/two-factor/rotate';
import { openBank } from '#server/bank';
import { COVERED } from '#server/cover/cover-worker';
import { createApp } from '#server/http/app';
import { newDoorkeeper } from '#server/http/doorkeeper';
import { type Listening, listen } from '#server/http/listen';
import { Vestibule } from '#server/http/vestibule';
import { startScheduler } from '#server/jobs/scheduler';
import { checkDatabase, noCheck } from '#server/kernel/check-database';
import { type Clock, readOffset, systemClock } from '#server/kernel/clock';
import type { Bank } from '#server/kernel/context';
import { ConfigurationError, type Env, readEnv } from '#server/kernel/env';
import { type Log, openLog } from '#server/kernel/log';
import { keepPrivate } from '#server/kernel/private-files';
import { newReadiness, writeFileIn } from '#server/kernel/readiness';
import { DemonstrationError, SimulatorFileError, whyNot } from '#server/kernel/why-not';
import { startTextIndex } from '#server/ledger/text-index';
import { keepWebhooks } from '#server/onboarding/keep-webhooks';
import { countApiKeysWithoutKey } from '#server/onboarding/rotate-api-keys';
import { startMailer, startTexter } from '#server/outbox/mailer';
import { CHARGES } from '#server/payments/charges/charge-worker';
import { CLAIMS } from '#server/payments/claims/claim-worker';
import { RETURNS } from '#server/payments/held/send-returns';
import { startOrderWorker } from '#server/payments/orders/order-worker';
import { EVENTS } from '#server/payments/process-events';
import { WAITING } from '#server/payments/waiting/waiting-worker';
import { openProvider } from '#server/provider/client';
import { demoLoginsLeft } from '#server/seed/demo-logins-left';
import { DEMO_LOGINS } from '#server/seed/people';
import { seedDemo } from '#server/seed/seed';
import { isInUse, type RunningSimulator, startSimulator } from '#simulator/start';

/** The heap doubles at most between two full collections: measured under overload, 390 MiB instead of 580 at the same rate. */
setFlagsFromString('--heap-growing-percent=100');

async function start(env: Env): Promise<void> {
  keepPrivate(env);
  await writeFileIn(env.DATA_DIR);
  const wasLeftOpen = needsCheck(env.DATABASE_URL);
  const [clock, log] = [systemClock(), openLog(env.LOG_LEVEL)];
  const simulator = await embeddedProvider(env, clock, log);
  const provider = simulator && openProvider({ url: simulator.url, apiKey: simulator.apiKey, log });
  const vestibule = new Vestibule();
  const betweenBatches = () => vestibule.untilCalm;
  const bank = await openBank(env, { clock, log, betweenBatches, ...(provider && { provider }) });
  if (env.isProduction) {
    await refuseDemonstration(bank);
    await refuseMovedClock(bank);
  }
  await refuseMissingKeys(bank);
  const check = wasLeftOpen ? await checkDatabase(bank) : noCheck;
  let draining = false;
  const readiness = newReadiness(bank, { foundDamage: check.foundDamage });
  const app = createApp(bank, { isDraining: () => draining, readiness });
  if (env.SEED === 'demo') await seedDemo(bank, simulator);
  const doorkeeper = newDoorkeeper(bank, vestibule);
  const listening = await listen(app, env.HOST, env.PORT, { lingers: env.isProduction, doorkeeper });
  const scheduler = startScheduler(bank);
  const mailer = startMailer(bank);
  const texter = startTexter(bank);
  const orders = startOrderWorker(bank, { tasks: [EVENTS, COVERED, RETURNS, WAITING, CLAIMS, ...CHARGES] });
  const textIndex = startTextIndex(bank);
  const lostFactors = startEndingFactors(bank);
  const challenges = startForgettingChallenges(bank);
  const webhooks = keepWebhooks(bank, () => draining);
  printReady(env, simulator);

  const stop = async (): Promise<void> => {
    if (draining) return;
    draining = true;
    const loops = [
      scheduler,
      mailer,
      texter,
      orders,
      textIndex,
      lostFactors,
      challenges,
      check,
      { stop: () => webhooks },
    ];
    await shutDown(bank, listening, loops);
    await simulator?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

/** The simulated payment provider when none is configured; never in production. */
async function embeddedProvider(env: Env, clock: Clock, log: Log): Promise<RunningSimulator | null> {
  if (env.ASAAS_URL || env.isProduction) return null;
  try {
    return await startSimulator({ dataDir: env.DATA_DIR, clock });
  } catch (error) {
    if (isDamaged(error)) throw new SimulatorFileError(join(env.DATA_DIR, 'simulator.db'), error);
    if (!isInUse(error)) throw error;
    log.warn(
      {},
      'another process runs the simulated payment provider of this DATA_DIR, so this one cannot use it',
    );
    return null;
  }
}

/** Throws while a password of the demonstration, which the README prints, opens the bank. */
async function refuseDemonstration(bank: Bank): Promise<void> {
  const documents = await demoLoginsLeft(bank);
  if (documents.length === 0) return;
  await bank.db.close();
  throw new DemonstrationError(documents);
}

/** Throws if the time of this database was moved, which only the development's endpoint does: interest would be ahead for good. */
async function refuseMovedClock(bank: Bank): Promise<void> {
  const { days, minutes } = await readOffset(bank.db);
  if (days === 0 && minutes === 0) return;
  await bank.db.close();
  throw new ConfigurationError(
    `the time of this database was moved ${days} days and ${minutes} minutes ahead (POST /dev/clock): point DATABASE_URL to another one`,
  );
}

/** Throws when APP_KEYS lacks a key that second factors or payment accounts are encrypted with. */
async function refuseMissingKeys(bank: Bank): Promise<void> {
  const secrets = await countSecretsWithoutKey(bank);
  const accounts = await countApiKeysWithoutKey(bank);
  const without = [
    ...(secrets > 0 ? [`${secrets} two-factor secrets`] : []),
    ...(accounts > 0 ? [`${accounts} payment accounts`] : []),
  ];
  if (without.length === 0) return;
  await bank.db.close();
  throw new ConfigurationError(
    `APP_KEYS lacks the key of ${without.join(' and ')}: put it back after the new one and run npm run keys:rotate`,
  );
}

async function shutDown(bank: Bank, listening: Listening, jobs: { stop(): Promise<void> }[]): Promise<void> {
  await listening.close();
  await Promise.all(jobs.map((job) => job.stop()));
  await usesWritten();
  await bank.db.close();
}

function printReady(env: Env, simulator: RunningSimulator | null): void {
  const lines = [`${env.BRAND_NAME} em ${env.APP_ORIGIN}`];
  if (env.SEED === 'demo') {
    lines.push('', 'Para entrar:');
    for (const { label, document, password } of DEMO_LOGINS) {
      lines.push(`  ${label.padEnd(14)} ${document.padEnd(20)} senha ${password}`);
    }
  }
  if (env.servesDev) lines.push('', `E-mail e SMS: ${env.APP_ORIGIN}/dev/mailbox`);
  lines.push(`API:    ${env.APP_ORIGIN}/api/docs`);
  if (simulator) lines.push(`Provedor de pagamentos simulado: ${simulator.url}`);
  lines.push('');
  console.log(lines.join('\n'));
}

let env: Env | null = null;
try {
  env = readEnv();
  await start(env);
} catch (error) {
  console.error(whyNot(error, env) ?? error);
  process.exit(1);
}
