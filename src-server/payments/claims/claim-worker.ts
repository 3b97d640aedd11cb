import { and, asc, eq, lte } from 'drizzle-orm';
import { secondsAfter } from '#domain/moment';
import type { Bank, DailyStep } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { everyAccount } from '#server/onboarding/every-account';
import { findExternal, isOpen, providerAccountOf } from '#server/onboarding/external-account';
import { isSilent } from '#server/provider/outcome';
import { eachOfAll, fewAtOnce } from '#server/work/queue';
import type { ProviderTask } from '../orders/order-worker.ts';
import { keepOwnKeys } from '../own-keys.ts';
import { CLAIM_LOOK_SECONDS } from './apply-claim.ts';
import { syncClaims } from './sync-claims.ts';

const ROWS = 100;
const MAX_CONSECUTIVE_FAILURES = 3;

/** Asks about the open claims that are due. Processes share the work; a failing account delays no other. */
export async function followClaims(bank: Bank, isStopping: () => boolean = () => false): Promise<void> {
  const { keyClaims: claims } = bank.db.tables;
  const due = await bank.db
    .select({ userId: claims.userId })
    .from(claims)
    .where(lte(claims.nextLookAt, bank.clock.real()))
    .orderBy(asc(claims.nextLookAt))
    .limit(ROWS);
  await fewAtOnce([...new Set(due.map(({ userId }) => userId))], async (userId) => {
    if (!isStopping()) await follow(bank, userId);
  });
}

async function follow(bank: Bank, userId: string): Promise<void> {
  let isAnswered = true;
  try {
    const external = await findExternal(bank.db, userId);
    if (isOpen(external))
      isAnswered = (await syncClaims(bank, userId, providerAccountOf(bank, external))) !== null;
  } catch (error) {
    isAnswered = false;
    logFailure(bank.log, error, 'the claims of a customer could not be followed', { user: userId });
  }
  // A request that was lost keeps its customer from asking again.
  await postpone(bank, userId, isAnswered ? CLAIM_LOOK_SECONDS : bank.provider.graceSeconds);
}

/** After the look, since a request past its grace is told by its time; two processes may look at once, which changes nothing twice. */
async function postpone({ db, clock }: Bank, userId: string, seconds: number): Promise<void> {
  const now = clock.real();
  const { keyClaims: claims } = db.tables;
  await db.transaction((tx) =>
    tx
      .update(claims)
      .set({ nextLookAt: secondsAfter(now, seconds) })
      .where(and(eq(claims.userId, userId), lte(claims.nextLookAt, now))),
  );
}

/** Run by the order worker. */
export const CLAIMS: ProviderTask = { name: 'claims of keys', run: followClaims };

/** Every account's keys, and the claims that others made of them: the provider reports neither. */
async function lookAtKeys(bank: Bank): Promise<void> {
  let silent = 0;
  async function* customers() {
    for await (const { external, account } of everyAccount(bank)) {
      if (silent >= MAX_CONSECUTIVE_FAILURES) return;
      if (external) yield [{ userId: external.userId, account }];
    }
  }
  await eachOfAll(customers(), {
    work: async ({ userId, account }) => {
      const seenAt = bank.clock.real();
      const keys = await account.keys();
      silent = isSilent(keys) ? silent + 1 : 0;
      if (keys.kind !== 'answered') return;
      await keepOwnKeys(bank, userId, keys.value, seenAt);
      await syncClaims(bank, userId, account);
    },
    failed: ({ userId }, error) =>
      logFailure(bank.log, error, 'the keys of a customer could not be looked at', { user: userId }),
  });
}

/** Once a day; after several missed days only for the last one. */
export const keyDailySteps: DailyStep[] = [
  { name: 'look-at-pix-keys', mayWait: () => true, run: (bank) => lookAtKeys(bank) },
];
