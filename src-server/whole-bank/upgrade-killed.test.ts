/**
 * @module-tag prove
 * @module-tag scaled
 * @module-tag processes
 */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { MIGRATIONS_TABLE, migrationsOf } from '#db/migrations';
import { migrate, open } from '#db/open';
import { sqliteFile } from '#db/sqlite';
import { evenlySpread, longProofScale } from '#db/testing/proof-scale';
import { raceTest } from '#db/testing/race-test';
import { openRaw } from '#db/testing/raw';
import { type Rows, releaseBank, rowsOf, tablesOf } from '#db/testing/release-bank';
import { runStepped } from '#db/testing/run-stepped';
import { emptyDatabase, testEngine } from '#db/testing/test-db';
import { signedCredit } from '#server/credit/testing/loan';
import { TEST_APP_KEYS } from '#server/ledger/testing/bank';
import { activate, pixScene } from '#server/payments/testing/scene';
import { noProvider } from '#server/provider/client';
import { bundle } from '#server/testing/bundle';
import { callerOf } from '#server/testing/people';

const engine = testEngine();

/** The first migration that supports each feature. */
const SINCE = { investments: 2, credit: 5, payments: 6 };

/** A bank that uses each release's features in order. `of`: its rows after the features of a migration were used. */
async function histories() {
  const scene = await pixScene();
  const { bank, ana, bruno, admin } = scene;
  const raw = await openRaw(engineOf(bank.db).url);
  const found: { since: number; rows: Rows }[] = [];
  const keep = async (since: number) => found.push({ since, rows: await rowsOf(engine, raw) });

  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '5000.00', reason: 'Depósito' });
  const { id } = await ana.call.account.transfer({
    accountNumber: bruno.accountNumber,
    amount: '25.00',
    description: 'Café',
  });
  await admin.call.admin.transactions.reverse({ id, reason: 'Engano' });
  await keep(0);
  const product = await admin.call.investment.products.create({
    name: 'CDB',
    description: 'Renda fixa',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 30,
  });
  for (const amount of ['100.00', '200.00'])
    await ana.call.investment.create({ productId: product.id, amount });
  const { investments } = await ana.call.investment.list();
  await ana.call.investment.redeem({ id: investments[0]?.id ?? '' });
  await keep(SINCE.investments);
  await signedCredit(scene);
  const { schedules } = await ana.call.credit.schedules({});
  await ana.call.credit.payInstallment({ id: schedules[0]?.id ?? '' });
  await keep(SINCE.credit);
  await activate(scene, ana);
  await ana.call.pix.move({ direction: 'in', amount: '500.00' });
  await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '20.00' });
  await keep(SINCE.payments);
  await raw.close();
  return { scene, of: (number: number) => found.findLast(({ since }) => since <= number)?.rows ?? new Map() };
}

type Histories = Awaited<ReturnType<typeof histories>>;

type Content = Record<string, Record<string, unknown>[]>;

/** Its rows went into `payment_intents`. */
const MERGED = 'payment_authorisations';

/** All rows; `like`: restricted to its tables and columns, if they still exist. */
async function contentOf(url: string, like?: Content): Promise<Content> {
  const raw = await openRaw(url);
  const found: Content = {};
  for (const table of like ? Object.keys(like) : await tablesOf(engine, raw)) {
    const rows = await raw.run(`SELECT * FROM ${table} ORDER BY 1, 2`);
    const known = like?.[table]?.[0];
    found[table] = known
      ? rows.map((row) => Object.fromEntries(Object.keys(known).map((name) => [name, row[name]])))
      : rows;
  }
  await raw.close();
  for (const table of [MIGRATIONS_TABLE, MERGED]) delete found[table];
  return found;
}

/** Uncommitted rows, too many for the cache. */
const UNFINISHED = (row: number) =>
  `INSERT INTO attempts (bucket, count, window_started_at) VALUES ('unfinished ${row} ${'x'.repeat(4000)}', 1, ${engine === 'sqlite' ? '1' : 'now()'})`;

/** A release's database after a kill: committed data and an unfinished transaction in the WAL. */
async function oldBank(number: number, rows: Rows) {
  const made = await emptyDatabase();
  if (engine === 'postgres') {
    const raw = await openRaw(made.url);
    await releaseBank(engine, raw, number, rows);
    await raw.close();
    const killed = new pg.Client({ connectionString: made.url });
    killed.on('error', () => {});
    await killed.connect();
    await killed.query(`BEGIN; ${UNFINISHED(1)}; UPDATE users SET full_name = 'unfinished'`);
    await killed.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
    return { url: made.url, drop: made.drop, before: await contentOf(made.url) };
  }
  const [file, image] = [sqliteFile(made.url), `${sqliteFile(made.url)}.killed`];
  const raw = await openRaw(made.url);
  for (const pragma of ['journal_mode = wal', 'wal_autocheckpoint = 0', 'cache_size = 5'])
    await raw.run(`PRAGMA ${pragma}`);
  await releaseBank(engine, raw, number, rows);
  const committed = statSync(`${file}-wal`).size;
  await raw.run('BEGIN');
  for (let row = 0; row < 100; row += 1) await raw.run(UNFINISHED(row));
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(committed);
  for (const end of ['', '-wal']) copyFileSync(file + end, image + end);
  await raw.run('ROLLBACK');
  await raw.close();
  return { url: `file:${image}`, drop: made.drop, before: await contentOf(made.url) };
}

/** The kills: in the middle of the missing migrations and after them, before COMMIT. `only`: the steps that `at` counts. */
function cutsOf(number: number): { only: string; at: number[] } {
  const missing = migrationsOf(engine).length - number - 1;
  const middle = Math.ceil(missing / 2);
  // SQLite: migration table, each migration, guards, fixed rows. PostgreSQL: each migration's row, and the guards'.
  return engine === 'sqlite'
    ? { only: 'sqlite bank.db.killed exec', at: [1 + middle, missing + 3] }
    : { only: 'postgres  INSERT INTO schema_migrations', at: [Math.max(1, middle), missing + 1] };
}

async function expectNothingLost({ scene }: Histories, url: string, number: number, before: Content) {
  const db = await open(url);
  await migrate(db);
  expect(await contentOf(url, before), `of release ${number}`).toEqual(before);
  const provider = number < SINCE.payments ? noProvider() : scene.bank.provider;
  const bank = { ...scene.bank, db, provider };
  const { ok, differences } = await callerOf(bank, scene.admin.user).admin.ledger.reconcile();
  expect({ ok, differences }, `of release ${number}`).toEqual({ ok: true, differences: [] });
  await db.close();
}

raceTest(
  'a server that is killed in the middle of upgrading the bank of any release loses nothing, and the next start reconciles',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'valebank-upgrade-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const programs = [
      await bundle('db/testing/steps.ts', folder),
      await bundle('src-server/main.ts', folder),
    ];
    const all = await histories();
    const releases = migrationsOf(engine).map((_, number) => number);
    const chosen = evenlySpread(releases, longProofScale(releases.length, 0.25));
    let kills = 0;
    for (const number of chosen) {
      const { url, drop, before } = await oldBank(number, all.of(number));
      expect(Object.values(before).flat().length).toBeGreaterThan(30);
      const { only, at: cuts } = cutsOf(number);
      for (const at of cuts) {
        const data = mkdtempSync(join(folder, 'data-'));
        const plan = {
          folder: url.startsWith('file:') ? dirname(sqliteFile(url)) : data,
          trace: join(data, 'steps'),
        };
        const { signal, output } = await runStepped(
          { ...plan, only, at },
          serverEnv(url, data),
          programs as [string, string],
        );
        expect([signal, output], `release ${number}, cut ${at}`).toEqual(['SIGKILL', '']);
        kills += 1;
      }
      await expectNothingLost(all, url, number, before);
      await drop();
    }
    console.log(
      `upgrade (${engine}): the banks of ${chosen.length} releases, ${kills} servers killed in the middle of the upgrade, nothing lost, every bank reconciles: held`,
    );
  },
  { timeout: 600_000 },
);

const serverEnv = (url: string, data: string) => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SEED: 'none',
  // Unassigned address (RFC 5737): a server that was not killed exits.
  HOST: '192.0.2.1',
  DATABASE_URL: url,
  DATA_DIR: data,
  APP_KEYS: TEST_APP_KEYS,
});
