import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCallerFactory } from '#server/access/trpc';
import { reconcile } from '#server/admin/reconcile';
import type { Bank, Context, SignedInContext } from '#server/kernel/context';
import { forgetRowsRead } from '#server/kernel/row-budget';
import { appRouter } from '#server/router';
import { openBenchBank } from './bank.ts';
import {
  type Case,
  type Effort,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  median,
  ratioOf,
} from './figures.ts';
import { fillLedger } from './fill.ts';
import { type Customer, makeCustomers } from './people.ts';

export const callerFactory = createCallerFactory(appRouter);
type Caller = ReturnType<typeof callerFactory>;

const ENTRIES_EACH = 10_000;
const FEWEST_CUSTOMERS = 10;

/** Entries. Larger banks are not reconciled, because that would take longer than measuring. */
const VERIFIED_UP_TO = 10_000;

const READS = ['statement page', 'deep statement page', 'dashboard'] as const;
type Read = (typeof READS)[number];
const named = (read: Read, entryCount: number) => `${read}, ${entryCount.toLocaleString('en')} entries`;

/** Statement pages and the dashboard on small and large ledgers, without HTTP. */
export async function benchStatements(
  effort: Effort,
  folder: string,
  { large }: { large: boolean },
): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const sizes = effort.quick ? [2_000, 4_000] : [10_000, 1_000_000, ...(large ? [10_000_000] : [])];
  const banks: Bank[] = [];
  try {
    const cases: Case[] = [];
    for (const size of sizes) {
      const { bank, customers } = await makeFilledBank(join(folder, `statements-${size}.db`), size);
      banks.push(bank);
      cases.push(...readCases(bank, customers, size));
    }
    for (const { measure } of cases) await measure(effort.quick ? 0.02 : 0.5);
    const samples = await interleaved(cases, effort);
    const [small = 0, big = 0, largest] = sizes;
    const growth = (read: Read, to: number, from: number) =>
      judged(
        `${named(read, to)} ÷ ${from.toLocaleString('en')}`,
        ratioOf(samples, named(read, to), named(read, from)),
        {
          atMost: 1.2,
        },
      );
    const depth = (size: number) =>
      judged(
        `deep page ÷ first page, ${size.toLocaleString('en')} entries`,
        ratioOf(samples, named('deep statement page', size), named('statement page', size)),
        { atMost: 1.05 },
      );
    const targets = [
      ...growth('statement page', big, small),
      ...growth('dashboard', big, small),
      ...depth(big),
      ...(largest
        ? [
            ...growth('statement page', largest, small),
            ...growth('dashboard', largest, small),
            ...depth(largest),
          ]
        : []),
    ];
    return { figures: figuresOf(cases, samples), targets, notes: [] };
  } finally {
    for (const bank of banks) await bank.db.close();
  }
}

async function makeFilledBank(file: string, entryCount: number) {
  const empty = await openBenchBank(`file:${file}`);
  const customers = await makeCustomers(empty, Math.max(FEWEST_CUSTOMERS, entryCount / ENTRIES_EACH));
  await fillLedger(empty, customers, entryCount);
  await empty.db.close();
  const bank = await openBenchBank(`file:${file}`);
  // All sizes are filled by the same code, so reconciling the small one is enough.
  if (entryCount <= VERIFIED_UP_TO) {
    const [anyone] = customers;
    if (!anyone) throw new Error('no customers to reconcile for');
    const { ok, differences } = await reconcile(contextOf(bank, anyone) as SignedInContext);
    if (!ok)
      throw new Error(`the filled bank does not reconcile: ${JSON.stringify(differences.slice(0, 5))}`);
  }
  return { bank, customers };
}

function readCases(bank: Bank, customers: readonly Customer[], entryCount: number): Case[] {
  const middle = String(Math.max(60, Math.floor(entryCount / customers.length / 2)));
  const reads: Record<Read, (call: Caller) => Promise<unknown>> = {
    'statement page': (call) => call.account.ledger({ limit: 50 }),
    'deep statement page': (call) => call.account.ledger({ limit: 50, cursor: middle }),
    dashboard: (call) =>
      Promise.all([call.account.list(), call.account.monthSummary({}), call.account.ledger({ limit: 5 })]),
  };
  return READS.map((read) => ({
    name: named(read, entryCount),
    unit: 'µs',
    measure: (seconds) => measureRead(bank, customers, reads[read], seconds),
  }));
}

/** Median time of a read in microseconds, over random customers. */
async function measureRead(
  bank: Bank,
  customers: readonly Customer[],
  read: (call: Caller) => Promise<unknown>,
  seconds: number,
) {
  const timesMs: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const customer = customers[Math.floor(Math.random() * customers.length)];
    if (!customer) throw new Error('no customers to read for');
    const call = callerFactory(contextOf(bank, customer));
    forgetRowsRead();
    const startedAtMs = performance.now();
    await read(call);
    timesMs.push(performance.now() - startedAtMs);
  }
  return { value: median(timesMs) * 1000 };
}

export function contextOf(
  bank: Bank,
  { user, sessionToken }: Pick<Customer, 'user' | 'sessionToken'>,
): Context {
  const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000);
  return {
    ...bank,
    request: {
      id: 'bench',
      ip: '127.0.0.1',
      userAgent: 'bench',
      deviceToken: null,
      challengeToken: null,
      sessionToken,
      bearerToken: null,
    },
    token: null,
    user,
    session: {
      id: 'bench',
      publicId: 'bench',
      createdAt: new Date(0),
      expiresAt,
      absoluteExpiresAt: expiresAt,
      passwordProvenAt: null,
      factorProvenAt: null,
      device: { id: 'bench', trustedFrom: new Date(0) },
      passkeyId: null,
      isByNewPasskey: false,
    },
    cookies: { set: () => {}, clear: () => {} },
  };
}
