/** @module-tag postgresInCi */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { testDataFolder } from '#db/testing/data-folder';
import { type Link, openLink } from '#db/testing/link';
import { openReplicaPair, type ReplicaPair } from '#db/testing/replica-pair';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { declaredProcedures } from '#server/access/trpc';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { openLog } from '#server/kernel/log';
import { appRouter } from '#server/router';
import { caller } from '#server/testing/http-caller';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { missing } from '#server/testing/matrix-scene';
import { callerOf, makeAdmin, makeAna, makeBruno } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';

const isPostgres = testEngine() === 'postgres' && !isStandIn();

/** Long, because a busy machine must not fail tests. */
const PATIENT_MS = 60_000;

type Scene = {
  pair: ReplicaPair;
  link: Link;
  bank: TestBank;
  admin: Awaited<ReturnType<typeof makeAdmin>>;
  ana: Awaited<ReturnType<typeof makeAna>>;
  bruno: Awaited<ReturnType<typeof makeBruno>>;
};
let scene: Scene;

beforeAll(async () => {
  if (!isPostgres) return;
  const pair = await openReplicaPair();
  const link = await openLink(pair.at(pair.replica));
  const db = await open(pair.at(pair.primary), { readUrl: link.url, replicaWaitMs: PATIENT_MS });
  const bank = { ...(await testBank()), db };
  const admin = await makeAdmin(bank);
  const ana = await makeAna(bank, admin);
  scene = { pair, link, bank, admin, ana, bruno: await makeBruno(bank) };
});
afterAll(async () => {
  if (!isPostgres) return;
  await scene.bank.db.close();
  await scene.link.close();
  await scene.pair.close();
});

const replica = () => {
  const found = engineOf(scene.bank.db).replica;
  if (!found) throw new Error('the bank has no replica');
  return found;
};
const reads = () => replica().state().reads;

async function untilReady(): Promise<void> {
  await expect
    .poll(async () => {
      await replica().look();
      return replica().state().standing;
    })
    .toBe('ready');
}

/** Queries that the replica and the primary answered during the work. */
async function countsOf(work: () => Promise<unknown>): Promise<Partial<ReturnType<typeof reads>>> {
  const before = reads();
  await work();
  const counts = Object.entries(reads()).map(([by, count]) => [
    by,
    count - before[by as keyof typeof before],
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

const QUERIES = declaredProcedures(appRouter).filter(({ type }) => type === 'query');

/** What administrators or files read that is one thing alone, or tells of this process. */
const FROM_THE_PRIMARY = [
  'account.receipt',
  'admin.jobs.list',
  'admin.ledger.reconciliations.get',
  'admin.ledger.transaction',
  'admin.settings.get',
  'admin.signals.get',
  'admin.users.get',
  'admin.users.limits',
  'contract.pdf',
  'credit.proposals.analysisPdf',
  'credit.proposals.get',
];

test('every list of administrators, every export and every copy of data is declared to be read from a replica', () => {
  const expected = QUERIES.filter(
    ({ access, rest }) => access === 'admin' || (rest?.[3]?.reply ?? 'json') !== 'json',
  );
  const fromPrimary = expected.filter(({ reads: from }) => from === null).map(({ path }) => path);
  expect(fromPrimary.toSorted()).toEqual(FROM_THE_PRIMARY);
});

/** Calls the procedure with the input of the matrix, about something that does not exist, and reads its file to the end. */
async function askFor({ path, access }: (typeof QUERIES)[number]): Promise<void> {
  const { call } = access === 'customer' ? scene.ana : scene.admin;
  const procedure = path
    .split('.')
    .reduce<Record<string, unknown>>((of, name) => of[name] as Record<string, unknown>, call);
  const answer = (await (procedure as unknown as (input: object) => Promise<unknown>)(
    MATRIX_INPUTS[path]?.input(missing()) ?? {},
  )) as { bytes?: AsyncIterable<Uint8Array> };
  if (answer.bytes && Symbol.asyncIterator in answer.bytes) for await (const _ of answer.bytes);
}

async function listedAs(fullName: string): Promise<boolean> {
  const { users } = await scene.admin.call.admin.users.list({ q: fullName });
  return users.some((user) => user.fullName === fullName);
}

describe.runIf(isPostgres)('the bank with a replica', () => {
  test("administrators' lists, their search and a customer's statement come from the replica", async () => {
    const { admin, ana } = scene;
    for (const work of [
      () => admin.call.admin.users.list({ q: 'Ana' }),
      () => admin.call.admin.ledger.list({}),
      () => admin.call.admin.audit.list({}),
      () => ana.call.account.ledger({ limit: 10 }),
    ])
      expect(await countsOf(work)).toEqual({ replica: expect.any(Number) });
  });

  test('each read that is declared so is answered by the replica, and the primary answers nothing of it', async () => {
    const declared = QUERIES.filter(({ reads: from }) => from === 'replica');
    expect(declared.length).toBeGreaterThan(20);
    for (const procedure of declared) {
      const { path } = procedure;
      const counts = await countsOf(async () => {
        const [outcome] = await settledCodes([askFor(procedure)]);
        expect(['done', 'NOT_FOUND'], path).toContain(outcome);
      });
      expect({ path, ...counts }).toEqual({ path, replica: expect.any(Number) });
    }
  });

  test('a change is made without the replica, and the next list has it', async () => {
    const { admin, ana, bruno } = scene;
    const transfer = () =>
      ana.call.account.transfer({
        accountNumber: bruno.accountNumber,
        amount: '1.00',
        description: 'Almoço',
        idempotencyKey: 'with a replica',
      });
    expect(await countsOf(transfer)).toEqual({});
    const { users } = await admin.call.admin.users.list({ q: 'Bruno' });
    expect(users.map(({ totalBalance }) => totalBalance)).toEqual(['1.00']);
  });

  test('a list has what its caller has just changed while the replica replays nothing', async () => {
    const { pair, link, admin, bruno } = scene;
    const db = await open(pair.at(pair.primary), { readUrl: link.url, replicaWaitMs: 100 });
    onTestFinished(() => db.close());
    onTestFinished(() => pair.resumeReplaying());
    await pair.pauseReplaying();
    const call = callerOf({ ...scene.bank, db }, admin.user);
    await call.admin.users.deactivate({ id: bruno.user.id, reason: 'Pedido do cliente' });
    const { users } = await call.admin.users.list({ q: 'Bruno' });
    expect(users.map(({ isActive }) => isActive)).toEqual([false]);
    expect(engineOf(db).replica?.state().reads).toMatchObject({ replica: 0, behind: expect.any(Number) });
  });

  test('a bank whose configuration names a replica uses it, and says at its start when it cannot', async () => {
    const { pair } = scene;
    for (const [node, said] of [
      [pair.replica, 'reads go to the replica'],
      [pair.primary, '"standing":"foreign"'],
    ] as const) {
      const lines: string[] = [];
      const urls = { DATABASE_URL: pair.at(pair.primary), DATABASE_READ_URL: pair.at(node) };
      const env = readEnv({ NODE_ENV: 'test', DATA_DIR: testDataFolder(), ...urls });
      const bank = await openBank(env, { log: openLog('info', (line) => lines.push(line)) });
      await bank.db.close();
      expect(lines.join('')).toContain(said);
    }
  });

  test('reconciliation reads the replica and finds nothing', async () => {
    const counts = await countsOf(async () => {
      const { ok } = await scene.admin.call.admin.ledger.reconcile();
      expect(ok).toBe(true);
    });
    expect(counts).toEqual({ replica: expect.any(Number) });
  });

  test('an export goes on at the primary when the replica restarts in its midst', async () => {
    const { bank, admin, pair } = scene;
    const by = systemActor(bank);
    await bank.db.transaction(async (tx) => {
      for (let row = 0; row < 1_200; row += 1)
        await record(tx, by, { action: 'export_ledger', entityId: null, changes: { row } });
    });
    const { bytes } = await admin.call.admin.audit.export({});
    const chunks: string[] = [];
    const counts = await countsOf(async () => {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        chunks.push(new TextDecoder().decode(chunk));
        if (chunks.length === 2) await pair.replica.restart('immediate');
      }
    });
    const head = await bank.db.select().from(bank.db.tables.auditHead);
    expect(chunks.join('').trim().split('\r\n')).toHaveLength(1 + (head[0]?.seq ?? 0));
    expect(counts).toEqual({ replica: expect.any(Number), away: expect.any(Number) });
    await untilReady();
  });

  test('without the replica lists are answered, the bank is ready, and the metrics say who answers and why', async () => {
    const { bank, link } = scene;
    const call = caller(bank);
    expect((await call('GET', '/metrics')).text).toMatch(/database_replica_lag_seconds 0(\.\d+)?\n/);
    await link.refuse();
    expect(await listedAs('Ana Moreira')).toBe(true);
    expect((await call('GET', '/readyz')).status).toBe(200);
    const { text } = await call('GET', '/metrics');
    expect(text).toContain('database_replica_standing{standing="away"} 1\n');
    expect(text).toContain('database_replica_standing{standing="ready"} 0\n');
    expect(text).toMatch(/database_reads_total\{by="replica",why=""\} [1-9]/);
    expect(text).toMatch(/database_reads_total\{by="primary",why="away"\} [1-9]/);
  });
});
