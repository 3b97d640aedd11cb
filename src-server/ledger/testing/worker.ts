import { open } from '#db/open';
import { nextRandom } from '#domain/random';
import { once } from '../once.ts';
import { balanceOf } from '../statement.ts';
import { moveIn, NOON, outcome, pair } from './bank.ts';

/** Plans differ in `name` and `seed` only. */
export type WorkerPlan = {
  url: string;
  name: string;
  seed: number;
  rounds: number;
  accountIds: string[];
  /** One account per round with `prizeCents`, which all processes try to spend. */
  prizes: { actorId: string; accountId: string }[];
  prizeCents: number;
  sinkId: string;
};

export type WorkerReport = {
  transfers: Record<string, number>;
  prizes: string[];
  sameKey: (string | null)[];
};

async function run(plan: WorkerPlan): Promise<WorkerReport> {
  const db = await open(plan.url);
  const random = { seed: plan.seed };
  const pick = (below: number) => Math.floor(nextRandom(random) * below);
  const report: WorkerReport = { transfers: {}, prizes: [], sameKey: [] };
  for (const [round, prize] of plan.prizes.entries()) {
    const transfers = Array.from({ length: plan.rounds }, async () => {
      const from = plan.accountIds[pick(plan.accountIds.length)] ?? '';
      const to = plan.accountIds[pick(plan.accountIds.length)] ?? '';
      if (from === to) return;
      const entries = pair(from, to, 1 + pick(400));
      const code = await outcome(db.transaction((tx) => moveIn(tx, { entries, description: plan.name })));
      report.transfers[code] = (report.transfers[code] ?? 0) + 1;
    });
    const spends = Array.from({ length: 8 }, async () => {
      const entries = pair(prize.accountId, plan.sinkId, plan.prizeCents);
      report.prizes.push(
        `${round} ${await outcome(db.transaction((tx) => moveIn(tx, { entries, description: 'prize' })))}`,
      );
    });
    const repeats = Array.from({ length: 4 }, async () => {
      const request = { actorId: prize.actorId, key: `key ${round}`, request: { round }, at: NOON };
      const id = await db.transaction((tx) =>
        once(tx, request, async () => {
          const posted = await moveIn(tx, {
            entries: pair(plan.sinkId, plan.accountIds[0] ?? '', 1),
            description: 'same key',
          });
          return posted.transactionId;
        }),
      );
      report.sameKey.push(id);
    });
    await Promise.all([...transfers, ...spends, ...repeats]);
    if ((await balanceOf(db, prize.accountId)) < 0)
      throw new Error(`account ${prize.accountId} is below zero`);
  }
  await db.close();
  return report;
}

const [plan] = process.argv.slice(2);
if (!plan) throw new Error('no worker plan given');
process.stdout.write(JSON.stringify(await run(JSON.parse(plan))));
