import type { OpenOptions } from '#db/engine';
import { migrate, open } from '#db/open';
import type { ReplicaStanding } from '#db/replica-state';
import { reconcileDailySteps } from '#server/admin/reconcile';
import { authDailySteps } from '#server/auth/daily-steps';
import { contractDailySteps } from '#server/contract/daily-steps';
import { contractData } from '#server/contract/personal-data';
import { coverDailySteps } from '#server/cover/daily-steps';
import { coveredPaymentData } from '#server/cover/personal-data';
import { openCredit } from '#server/credit/closure-obstacles';
import { creditDailySteps } from '#server/credit/daily-steps';
import { payOut } from '#server/credit/pay-out';
import { instalmentData, proposalData } from '#server/credit/personal-data';
import { undecidedProposals } from '#server/credit/proposals-list';
import { investmentDailySteps } from '#server/investment/daily-steps';
import { investmentData } from '#server/investment/personal-data';
import { type Clock, systemClock } from '#server/kernel/clock';
import type { Bank, Registry } from '#server/kernel/context';
import type { Env } from '#server/kernel/env';
import { loadOrCreateKeys, parseKeys } from '#server/kernel/keys';
import { type Log, openLog } from '#server/kernel/log';
import { webhookDailySteps } from '#server/onboarding/keep-webhooks';
import { outboxDailySteps } from '#server/outbox/daily-steps';
import { chargeData, chargePaymentData } from '#server/payments/charges/personal-data';
import { keyDailySteps } from '#server/payments/claims/claim-worker';
import {
  heldMoney,
  openCharges,
  openClaims,
  openOrders,
  waitingPayments,
} from '#server/payments/closure-obstacles';
import {
  externalAccountData,
  heldPaymentData,
  incomingPaymentData,
  keyClaimData,
  keyLookupData,
  paymentOrderData,
  pixKeyData,
} from '#server/payments/personal-data';
import { toldPayeeSteps } from '#server/payments/told-payees';
import { protectionDailySteps } from '#server/protection/daily-steps';
import {
  chosenLimitData,
  paymentIntentData,
  protectionData,
  refusedPaymentData,
  waitingPaymentData,
} from '#server/protection/personal-data';
import { noProvider, openProvider, type Provider } from '#server/provider/client';

export const newRegistry = (): Registry => ({
  pendingApprovals: [undecidedProposals],
  closureObstacles: [openCredit, openOrders, heldMoney, waitingPayments, openCharges, openClaims],
  personalData: [
    contractData,
    investmentData,
    proposalData,
    instalmentData,
    externalAccountData,
    paymentOrderData,
    coveredPaymentData,
    incomingPaymentData,
    heldPaymentData,
    keyClaimData,
    pixKeyData,
    keyLookupData,
    chargeData,
    chargePaymentData,
    protectionData,
    chosenLimitData,
    paymentIntentData,
    waitingPaymentData,
    refusedPaymentData,
  ],
  contractSigned: { credit: payOut },
  dailySteps: [
    ...outboxDailySteps,
    ...authDailySteps,
    ...protectionDailySteps,
    ...investmentDailySteps,
    ...creditDailySteps,
    ...coverDailySteps,
    ...toldPayeeSteps,
    ...keyDailySteps,
    ...contractDailySteps,
    ...reconcileDailySteps,
    ...webhookDailySteps,
  ],
});

/** The caller closes `bank.db`. Throws when the database is unreachable or APP_KEYS is malformed. */
export async function openBank(
  env: Env,
  {
    clock = systemClock(),
    log = openLog(env.LOG_LEVEL),
    provider = configuredProvider(env, log),
    ...database
  }: { clock?: Clock; log?: Log; provider?: Provider } & Pick<
    OpenOptions,
    'onCommit' | 'betweenBatches'
  > = {},
): Promise<Bank> {
  const keys = env.APP_KEYS ? parseKeys(env.APP_KEYS) : loadOrCreateKeys(env.DATA_DIR);
  const onReplica = (standing: ReplicaStanding) =>
    standing === 'ready'
      ? log.info({}, 'reads go to the replica')
      : log.warn({ standing }, 'reads go to the primary: the replica is not ready');
  const db = await open(env.DATABASE_URL, { ...database, readUrl: env.DATABASE_READ_URL, onReplica });
  try {
    await migrate(db);
    await clock.sync(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { db, clock, env, keys, log, registry: newRegistry(), provider };
}

function configuredProvider({ ASAAS_URL, ASAAS_API_KEY, isProduction }: Env, log: Log): Provider {
  if (ASAAS_URL) return openProvider({ url: ASAAS_URL, apiKey: ASAAS_API_KEY ?? '', log });
  if (isProduction) log.warn({}, 'ASAAS_URL is not set: no PIX, no boletos');
  return noProvider();
}
