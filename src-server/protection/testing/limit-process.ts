import { open } from '#db/open';
import { transfer } from '#server/account/transfer';
import { newRegistry } from '#server/bank';
import { fixedClock } from '#server/kernel/clock';
import type { Actor, SignedInContext } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { newId } from '#server/kernel/id';
import { openLog } from '#server/kernel/log';
import { toAnswer } from '#server/kernel/to-answer';
import { testKeys } from '#server/ledger/testing/bank';
import { noProvider } from '#server/provider/client';

/** `url`: the database; `user` pays to `accountNumber`. */
export type LimitPlan = { url: string; user: Actor; accountNumber: string };
/** Payments to make at once, at this moment of the bank. */
export type Burst = { iso: string; payments: { cents: number; idempotencyKey: string }[] };
/** For each payment 'done' or the code of its refusal. */
export type BurstAnswer = { codes: string[] };

const request = {
  id: 'test',
  ip: '203.0.113.7',
  userAgent: 'vitest',
  ...{ deviceToken: null, challengeToken: null, sessionToken: null, bearerToken: null },
};

/** A session of a registered device, in a process of its own. */
async function openContext({ url, user }: LimitPlan) {
  const clock = fixedClock('2026-03-10T12:00:00-03:00');
  const at = new Date('2100-01-01T00:00:00Z');
  const ctx: SignedInContext = {
    db: await open(url),
    clock,
    env: readEnv({ NODE_ENV: 'test', MONEY_RULES: 'standard' }),
    keys: testKeys,
    log: openLog('silent', () => {}),
    provider: noProvider(),
    registry: newRegistry(),
    request,
    user,
    token: null,
    session: {
      ...{ id: newId(), publicId: newId(), createdAt: new Date(0), expiresAt: at, absoluteExpiresAt: at },
      ...{ passwordProvenAt: null, factorProvenAt: null, passkeyId: null, isByNewPasskey: false },
      device: { id: newId(), trustedFrom: new Date(0) },
    },
    cookies: { set: () => {}, clear: () => {} },
  };
  return { ctx, clock };
}

process.once('message', async (message) => {
  const plan = message as LimitPlan;
  const { ctx, clock } = await openContext(plan);
  process.on('message', async (next) => {
    const { iso, payments } = next as Burst;
    clock.set(iso);
    const codes = await Promise.all(
      payments.map(({ cents, idempotencyKey }) =>
        transfer(ctx, {
          ...{ accountNumber: plan.accountNumber, amount: cents, description: 'Aula', idempotencyKey },
        }).then(
          () => 'done',
          (error: unknown) => toAnswer(error).body.code,
        ),
      ),
    );
    process.send?.({ codes } satisfies BurstAnswer);
  });
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
