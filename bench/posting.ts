import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, open } from '#db/open';
import type { Bank } from '#server/kernel/context';
import { post } from '#server/ledger/post';
import { openBenchBank } from './bank.ts';
import { type Case, type Effort, type Findings, figuresOf, interleaved } from './figures.ts';
import { type Customer, fund, makeCustomers } from './people.ts';

const GROUPS = [1, 32, 128];
const CUSTOMERS = 200;

/** Postings without HTTP: the ledger alone, with guards, in groups that share a COMMIT. */
export async function benchPosting(effort: Effort, folder: string): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const banks: Bank[] = [];
  try {
    const cases: Case[] = [];
    for (const size of GROUPS) {
      const bank = await openWithGroups(`file:${join(folder, `posting-${size}.db`)}`, size);
      banks.push(bank);
      const customers = await makeCustomers(bank, effort.quick ? 20 : CUSTOMERS);
      await fund(bank, customers);
      cases.push({
        name: size === 1 ? 'ledger postings, one per COMMIT' : `ledger postings, ${size} per COMMIT`,
        unit: 'postings/s',
        measure: (seconds) => measurePostings(bank, customers, size, seconds),
      });
    }
    return { figures: figuresOf(cases, await interleaved(cases, effort)), targets: [], notes: [] };
  } finally {
    for (const bank of banks) await bank.db.close();
  }
}

async function openWithGroups(url: string, batchSize: number): Promise<Bank> {
  const bank = await openBenchBank(url);
  await bank.db.close();
  const db = await open(url, { batchSize });
  await migrate(db);
  return { ...bank, db };
}

async function measurePostings(bank: Bank, customers: readonly Customer[], size: number, seconds: number) {
  const until = performance.now() + seconds * 1000;
  let posted = 0;
  const work = async (n: number) => {
    while (performance.now() < until) {
      await postOne(bank, customers, n);
      n += size;
      posted++;
    }
  };
  await Promise.all(Array.from({ length: size }, (_, n) => work(n)));
  return { value: posted / seconds };
}

async function postOne(bank: Bank, customers: readonly Customer[], n: number): Promise<void> {
  const from = customers[n % customers.length];
  const to = customers[(n * 7 + 1) % customers.length];
  if (!from || !to) throw new Error(`posting ${n}: two customers required, got ${customers.length}`);
  const receiver = to === from ? customers[(n + 1) % customers.length] : to;
  if (!receiver) throw new Error(`posting ${n}: two customers required, got ${customers.length}`);
  await bank.db.transaction((tx) =>
    post(tx, {
      type: 'transfer',
      description: 'Medição',
      createdAt: bank.clock.now(),
      actorId: from.user.id,
      entries: [
        { accountId: from.accountId, amountCents: -1 },
        { accountId: receiver.accountId, amountCents: 1 },
      ],
    }),
  );
}
