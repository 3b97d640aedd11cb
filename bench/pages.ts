import { mkdirSync } from 'node:fs';
import { asc, eq } from 'drizzle-orm';
import { engineOf } from '#db/engine';
import { openNode, type PostgresNode } from '#db/testing/postgres-nodes';
import type { Actor, Bank } from '#server/kernel/context';
import { forgetRowsRead } from '#server/kernel/row-budget';
import { openBenchBank } from './bank.ts';
import { BANK_SIZE, fillBank } from './bank-fill.ts';
import {
  type Case,
  type Effort,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  median,
  type Sample,
} from './figures.ts';
import { makeAdmin } from './people.ts';
import { clusterMicros } from './processor-time.ts';
import { callerFactory, contextOf } from './statements.ts';

const DATABASE = 'bank';

/** A page with the replica ÷ on the primary: its time, and the primary's processor time. */
const MOST_TIME = 2;
const MOST_LEFT = 0.5;

type Caller = ReturnType<typeof callerFactory>;
type Page = (as: { customer: Caller; admin: Caller }, n: number) => Promise<unknown>;

export const PAGES: Record<string, Page> = {
  'statement page': ({ customer }) => customer.account.ledger({ limit: 50 }),
  'statement as CSV': ({ customer }) => whole(customer.account.exportLedger({ format: 'csv' })),
  'copy of a person’s data': ({ customer }) => whole(customer.auth.exportData()),
  'people, by name': ({ admin }, n) => admin.admin.users.list({ q: `Cliente Número ${n % 100}`, limit: 30 }),
  'accounts, first page': ({ admin }) => admin.admin.accounts.list({ limit: 30 }),
  'ledger, by a text': ({ admin }, n) => admin.admin.ledger.list({ q: `Pagamento ${12_345 + n}`, limit: 30 }),
  'credit operations': ({ admin }) => admin.credit.operations.list({ limit: 30 }),
  'audit log, newest first': ({ admin }) => admin.admin.audit.list({ limit: 30 }),
  'administrator’s dashboard': ({ admin }) =>
    Promise.all([admin.admin.dashboard(), admin.admin.overview({ days: 30 })]),
};

const ON = { primary: 'on the primary', replica: 'with a replica' } as const;
const named = (page: string, on: keyof typeof ON) => `${page}, ${ON[on]}`;

type Micros = () => number | null;
type Scene = {
  banks: Record<keyof typeof ON, Bank>;
  admin: Awaited<ReturnType<typeof makeAdmin>>;
  customers: Actor[];
  micros: Record<keyof typeof ON, Micros>;
};

/** The same pages read from the primary and from its streaming replica, without HTTP, and what each of the two databases works. */
export async function benchPages(effort: Effort, folder: string): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const opened = await openNode();
  if (!opened) return { figures: [], targets: [], notes: ['PostgreSQL: not found on this machine'] };
  const banks: Bank[] = [];
  try {
    const scene = await openScene(opened.node, effort, banks);
    const cases = Object.entries(PAGES).flatMap(([name, page]) =>
      (Object.keys(ON) as (keyof typeof ON)[]).map((on) => pageCase(scene, on, name, page)),
    );
    for (const { measure } of cases) await measure(effort.quick ? 0.02 : 1);
    const samples = await interleaved(cases, effort);
    return {
      figures: figuresOf(cases, samples),
      targets: Object.keys(PAGES).flatMap((page) => targetsOf(page, samples)),
      notes: [whoAnswered(scene.banks.replica)],
    };
  } finally {
    for (const bank of banks) await bank.db.close();
    await opened.close();
  }
}

async function openScene(node: PostgresNode, { quick }: Effort, banks: Bank[]): Promise<Scene> {
  await node.run(`CREATE DATABASE ${DATABASE}`);
  const empty = await openBenchBank(urlOf(node));
  await fillBank(empty, quick ? BANK_SIZE.quick : BANK_SIZE.usually);
  const admin = await makeAdmin(empty);
  const { users } = empty.db.tables;
  const customers = await empty.db
    .select({ id: users.id, fullName: users.fullName, role: users.role })
    .from(users)
    .where(eq(users.role, 'cliente'))
    .orderBy(asc(users.createdAt));
  await empty.db.close();
  const replicaNode = await node.addReplica('replica');
  const primary = await openBenchBank(urlOf(node));
  banks.push(primary);
  const replica = await openBenchBank(urlOf(node), { readUrl: urlOf(replicaNode) });
  banks.push(replica);
  const micros = { primary: await clusterMicros(node.url), replica: await clusterMicros(replicaNode.url) };
  // Those who joined last have few entries.
  return { banks: { primary, replica }, admin, customers: customers.slice(0, customers.length / 2), micros };
}

function urlOf({ url }: PostgresNode): string {
  return url.replace(/postgres$/, DATABASE);
}

function pageCase(scene: Scene, on: keyof typeof ON, name: string, page: Page): Case {
  const bank = scene.banks[on];
  const admin = callerFactory(contextOf(bank, scene.admin));
  const measure = async (seconds: number): Promise<Sample> => {
    const timesMs: number[] = [];
    const until = performance.now() + seconds * 1000;
    const before = [scene.micros.primary(), scene.micros.replica()];
    const own = process.cpuUsage();
    do {
      const user = scene.customers[Math.floor(Math.random() * scene.customers.length)];
      if (!user) throw new Error('no customers to read for');
      const customer = callerFactory(contextOf(bank, { user, sessionToken: '' }));
      forgetRowsRead();
      const startedAtMs = performance.now();
      await page({ customer, admin }, timesMs.length);
      timesMs.push(performance.now() - startedAtMs);
    } while (performance.now() < until);
    const { user, system } = process.cpuUsage(own);
    const [primary, replica] = [scene.micros.primary(), scene.micros.replica()].map((after, place) => {
      const start = before[place];
      return typeof start === 'number' && after !== null ? (after - start) / timesMs.length : null;
    });
    return {
      value: median(timesMs),
      cpuMicros: (user + system) / timesMs.length,
      ...(typeof primary === 'number' && { databaseCpuMicros: primary }),
      ...(typeof replica === 'number' && { replicaCpuMicros: replica }),
    };
  };
  return { name: named(name, on), unit: 'ms', measure };
}

/** The ratios are of the same round. */
function targetsOf(page: string, samples: Map<string, Sample[]>) {
  const alone = samples.get(named(page, 'primary')) ?? [];
  const relieved = samples.get(named(page, 'replica')) ?? [];
  const ratio = (of: (sample: Sample) => number | undefined) => {
    const ratios = relieved.flatMap((sample, round) => {
      const [above, below] = [of(sample), of(alone[round] ?? { value: 0 })];
      return above !== undefined && below ? [above / below] : [];
    });
    return ratios.length > 0 ? median(ratios) : null;
  };
  return [
    ...judged(
      `time of ${page}, replica ÷ primary`,
      ratio(({ value }) => value),
      { atMost: MOST_TIME },
    ),
    ...judged(
      `left to the primary of ${page}`,
      ratio(({ databaseCpuMicros }) => databaseCpuMicros),
      {
        atMost: MOST_LEFT,
      },
    ),
  ];
}

function whoAnswered({ db }: Bank): string {
  const { replica, ...others } = engineOf(db).replica?.state().reads ?? { replica: 0 };
  const primary = Object.entries(others).map(([why, count]) => `${why} ${count}`);
  return `with a replica, queries answered by it: ${replica}; by the primary because it was ${primary.join(', ')}`;
}

async function whole(answer: Promise<{ bytes: unknown }>): Promise<void> {
  const { bytes } = await answer;
  for await (const _ of bytes as AsyncIterable<Uint8Array>);
}
