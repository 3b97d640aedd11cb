/**
 * @module-tag postgres
 * @module-tag scaled
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { engineOf } from '#db/engine';
import { longProofScale } from '#db/testing/proof-scale';
import { raceTest } from '#db/testing/race-test';
import { nextRandom } from '#domain/random';
import { balanceOf } from '#server/ledger/statement';
import { chooseLimits, limitScene, MOMENTS, Model } from './testing/limit-model.ts';
import type { Burst, BurstAnswer, LimitPlan } from './testing/limit-process.ts';
import { newKey } from './testing/protected-bank.ts';

const PROCESS = fileURLToPath(new URL('./testing/limit-process.ts', import.meta.url));
const AT_ONCE = 64;

async function started(plan: LimitPlan): Promise<ChildProcess> {
  const child = fork(PROCESS, { execArgv: ['--import', 'tsx'] });
  child.send(plan);
  await once(child, 'message');
  return child;
}

async function ask(child: ChildProcess, burst: Burst): Promise<string[]> {
  const answered = once(child, 'message');
  child.send(burst);
  const [{ codes }] = (await answered) as [BurstAnswer];
  return codes;
}

raceTest(
  '64 payments at once by two processes pass no window, and what fits is never refused',
  async () => {
    const random = { seed: 19 };
    const between = (least: number, most: number) => least + Math.floor(nextRandom(random) * (most - least));
    for (let run = 0; run < longProofScale(20); run += 1) {
      const { bank, ana, bruno } = await limitScene();
      const limits = {
        transaction: between(20_000, 60_000),
        day: between(100_000, 500_000),
        night: between(50_000, 100_000),
        month: between(400_000, 1_500_000),
      };
      await chooseLimits(bank, ana, limits);
      const model = new Model(limits);
      const plan = { url: engineOf(bank.db).url, user: ana.user, accountNumber: bruno.accountNumber };
      const children = await Promise.all([started(plan), started(plan)]);
      let sentCents = 0;
      let refusals = 0;
      for (const iso of MOMENTS) {
        const payments = Array.from({ length: AT_ONCE }, () => ({
          cents: between(1, 30_000),
          idempotencyKey: newKey(),
        }));
        const halves = [payments.slice(0, AT_ONCE / 2), payments.slice(AT_ONCE / 2)];
        const codes = await Promise.all(
          children.map((child, place) => ask(child, { iso, payments: halves[place] ?? [] })),
        );
        const answered = payments.map(({ cents }, place) => ({ cents, code: codes.flat()[place] }));
        expect(answered.filter(({ code }) => code !== 'done' && code !== 'LIMIT_EXCEEDED')).toEqual([]);
        for (const { cents, code } of answered)
          if (code === 'done') {
            expect(model.fits(iso, cents)).toBe(true);
            model.pay(iso, cents);
            sentCents += cents;
          }
        // The sums only grow, so what was refused must not fit after all of them either.
        for (const { cents, code } of answered)
          if (code !== 'done') expect(model.fits(iso, cents)).toBe(false);
        refusals += answered.filter(({ code }) => code !== 'done').length;
      }
      for (const child of children) child.disconnect();
      expect(refusals).toBeGreaterThan(AT_ONCE);
      expect(await balanceOf(bank.db, bruno.accountId)).toBe(sentCents);
    }
  },
  { timeout: 600_000 },
);
