import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBank } from '#server/bank';
import { creditDailySteps } from '#server/credit/daily-steps';
import { fixedClock } from '#server/kernel/clock';
import type { Bank } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { openLog } from '#server/kernel/log';
import { verifyLedger } from '#server/ledger/verify';
import { fillCredits, PURPOSE } from './credit-fill.ts';
import { type Effort, type Findings, judged, median } from './figures.ts';
import { type Customer, fund, makeCustomers } from './people.ts';
import { serverEnv } from './server.ts';
import { callerFactory, contextOf } from './statements.ts';

const OPEN_INSTALMENTS = { usually: 100_000, quick: 500 };
const CREDITS_EACH = 5;
const INSTALMENTS_EACH = 10;

/** A Wednesday just after midnight: on Tuesday, the previous business day, an instalment was due. */
const RUN_AT = '2026-11-18T00:05:00-03:00';
const DAY = '2026-11-18';
const BEFORE = '2026-11-17T12:00:00-03:00';

const ASKED_EVERY_MS = 10;

/**
 * Five kinds of credits in equal numbers: with one instalment due; one due and one overdue; three overdue; one to be
 * reminded of; nothing to do. Half of the customers have no money. Transfers at a steady rate measure how long others wait.
 */
export async function benchCredit(effort: Effort, folder: string): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const count = effort.quick ? OPEN_INSTALMENTS.quick : OPEN_INSTALMENTS.usually;
  const clock = fixedClock(BEFORE);
  const url = `file:${join(folder, 'credit.db')}`;
  const batchesMs: number[] = [];
  const bank = await openBank(readEnv(serverEnv(url)), {
    clock,
    log: openLog('silent'),
    onCommit: (_, tookMs) => batchesMs.push(tookMs),
  });
  try {
    const customers = await makeCustomers(bank, count / CREDITS_EACH / INSTALMENTS_EACH);
    await fund(
      bank,
      customers.filter((_, index) => index % 2 === 0),
    );
    await fillCredits(bank, customers, {
      day: DAY,
      creditsEach: CREDITS_EACH,
      instalmentsEach: INSTALMENTS_EACH,
    });
    clock.set(RUN_AT);

    const alone = await transfersDuring(bank, customers, sleep(effort.quick ? 200 : 3000));
    batchesMs.length = 0;
    const steps: [name: string, seconds: number][] = [];
    const startedAtMs = performance.now();
    const running = runSteps(bank, steps);
    const during = await transfersDuring(bank, customers, running);
    await running;
    const longestBatchMs = Math.max(...batchesMs);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const again: [name: string, seconds: number][] = [];
    await runSteps(bank, again);
    const { ok, differences } = await verifyLedger(bank.db);
    if (!ok) throw new Error(`invalid ledger after the run: ${differences.slice(0, 5).join('; ')}`);
    return {
      figures: [
        latencies('transfer, before the daily run', alone.tookMs),
        latencies('transfer, during the daily run', during.tookMs),
      ],
      targets: [
        ...judged('daily run over all open instalments', seconds, { atMost: 60, unit: 's' }),
        ...judged('longest transfer meanwhile', Math.max(...during.tookMs), { atMost: 100, unit: 'ms' }),
      ],
      notes: [
        `${count.toLocaleString('en')} open instalments; ${await runSummary(bank)}`,
        `steps: ${steps.map(([name, took]) => `${name} ${took.toFixed(1)} s`).join(', ')}`,
        `longest transfer before the run, for comparison: ${Math.max(...alone.tookMs).toFixed(0)} ms`,
        `longest batch of transactions meanwhile, with its COMMIT: ${longestBatchMs.toFixed(0)} ms`,
        `most processor time between two transfers: ${during.busiestMs.toFixed(0)} ms`,
        `second run, with nothing left to do: ${again.reduce((sum, [, took]) => sum + took, 0).toFixed(1)} s`,
      ],
    };
  } finally {
    await bank.db.close();
  }
}

async function runSteps(bank: Bank, took: [name: string, seconds: number][]): Promise<void> {
  for (const { name, run } of creditDailySteps) {
    const startedAtMs = performance.now();
    await run(bank, DAY);
    took.push([name, (performance.now() - startedAtMs) / 1000]);
  }
}

/** `tookMs`: latencies from the scheduled times · `busiestMs`: most processor time between two of these times */
async function transfersDuring(
  bank: Bank,
  customers: readonly Customer[],
  until: Promise<unknown>,
): Promise<{ tookMs: number[]; busiestMs: number }> {
  const tookMs: number[] = [];
  const pending: Promise<void>[] = [];
  let busiestMs = 0;
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  until.then(over, over);
  for (let n = 0; !isOver; n += 2) {
    const askedAtMs = performance.now() + ASKED_EVERY_MS;
    const cpuBefore = process.cpuUsage();
    await sleep(ASKED_EVERY_MS);
    const { user, system } = process.cpuUsage(cpuBefore);
    busiestMs = Math.max(busiestMs, (user + system) / 1000);
    pending.push(transfer(bank, customers, n).then(() => void tookMs.push(performance.now() - askedAtMs)));
  }
  await Promise.all(pending);
  return { tookMs, busiestMs };
}

async function transfer(bank: Bank, customers: readonly Customer[], n: number): Promise<void> {
  const from = customers[n % customers.length];
  const to = customers[(n + 2) % customers.length];
  if (!from || !to) throw new Error(`transfer ${n}: two customers required, got ${customers.length}`);
  await callerFactory(contextOf(bank, from)).account.transfer({
    accountNumber: to.accountNumber,
    amount: '0.01',
    description: 'Medição',
  });
}

const latencies = (name: string, tookMs: readonly number[]) => {
  const sorted = tookMs.toSorted((one, other) => one - other);
  return {
    name,
    unit: 'ms' as const,
    value: median(tookMs),
    rounds: [],
    p50Ms: median(tookMs),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
};

/** What the run did, by the audit log: a run that did nothing would be fast too. */
async function runSummary({ db }: Bank): Promise<string> {
  const { auditLog, outbox } = db.tables;
  const rows = await db.select({ action: auditLog.action }).from(auditLog);
  const count = (action: string) => rows.filter((row) => row.action === action).length;
  const [paid, defaulted, ratings] = ['pay_instalment', 'default_credit', 'update_rating'].map(count);
  const mails = await db.$count(outbox);
  if (!paid || !defaulted || !ratings || !mails)
    throw new Error(
      `daily run over '${PURPOSE}': ${paid} paid, ${defaulted} defaulted, ${ratings} ratings, ${mails} mails`,
    );
  return `${paid} paid, ${defaulted} in default, ${ratings} ratings, ${mails} e-mails`;
}
