/** @module-tag prove */
import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isStandIn, testDatabase, testEngine } from '#db/testing/test-db';
import { runToEnd } from '#server/testing/run-to-end';
import { putUpload } from './testing/put-upload.ts';
import { backedUpBank, bankOn, dropAside } from './testing/restorable.ts';

async function stepsOf(env: Record<string, string>, ...program: string[]): Promise<string[]> {
  const trace = join(env.DATA_DIR ?? '', 'steps');
  const plan = JSON.stringify({ folder: env.DATA_DIR, trace });
  const { code, output } = await runToEnd(
    { ...env, STEPS: plan },
    '--import',
    './db/testing/steps.ts',
    ...program,
  );
  expect([code, output], output).toEqual([0, expect.any(String)]);
  const steps = readFileSync(trace, 'utf8').split('\n');
  return steps.filter((step) => !step.startsWith('amid'));
}

function expectInOrder(steps: string[], patterns: string[]): void {
  let from = 0;
  for (const pattern of patterns) {
    const at = steps.findIndex((step, index) => index >= from && new RegExp(pattern).test(step));
    expect(at, `${pattern} after step ${from} of\n${steps.join('\n')}`).toBeGreaterThanOrEqual(0);
    from = at + 1;
  }
}

test.skipIf(isStandIn())(
  'a restore flushes each file before it gets its final name, and its folder afterwards; the database comes last',
  async () => {
    const { address, env, dataDir, uploads } = await backedUpBank();
    onTestFinished(async () => {
      await dropAside(address);
      await address.drop();
    });
    const database = join(dataDir, 'bank.db');
    const isSqlite = testEngine() === 'sqlite';
    if (isSqlite) copyFileSync(address.url.slice('file:'.length), database);
    putUpload(dataDir, 'one', 'something else');
    const here = { ...env, ...(isSqlite && { DATABASE_URL: `file:${database}` }) };
    const steps = await stepsOf(here, 'scripts/restore.ts', 'latest', '--yes');
    const [file, folder] = [`${uploads[0]}`, dirname(`${uploads[0]}`)].map((path) =>
      path.replaceAll('.', '\\.'),
    );
    const upload = [
      `^write ${file}\\.restoring$`,
      `^fsync ${file}\\.restoring$`,
      `^rename ${file}\\.restoring ${file}$`,
      `^fsync ${folder}$`,
    ];
    const before = [
      '^write bank\\.db\\.restoring$',
      '^sqlite bank\\.db\\.restoring close',
      '^fsync bank\\.db\\.restoring$',
    ];
    const after = [
      '^link bank\\.db bank\\.db\\.replaced-\\d+$',
      '^fsync \\.$',
      '^rename bank\\.db\\.restoring bank\\.db$',
      '^fsync \\.$',
    ];
    expectInOrder(steps, isSqlite ? [...before, ...upload, ...after] : [...upload, '^postgres .*COMMIT']);
  },
);

test.skipIf(isStandIn())(
  'a backup flushes all its files and folders before it gets its final name',
  async () => {
    const address = await testDatabase();
    onTestFinished(address.drop);
    const bank = await bankOn(address);
    await bank.db.close();
    const { DATA_DIR } = bank.env;
    putUpload(DATA_DIR, 'one', 'bytes');
    const env = { DATA_DIR, DATABASE_URL: address.url, NODE_ENV: 'test' };
    const steps = await stepsOf(env, 'src-server/backup/testing/take-one.ts');
    const renamedAt = steps.findIndex((step) => /^rename backups\/.*\.partial /.test(step));
    const flushed = steps.slice(0, renamedAt).filter((step) => step.startsWith('fsync'));
    const paths = flushed.map((step) => step.replace(/^fsync backups(\/[^/]*\.partial)?/, ''));
    expect(paths.toSorted()).toEqual(
      [
        '/files',
        '/files/uploads',
        '/files/uploads/on',
        '/files/uploads/on/one.pdf',
        '/manifest.json',
        testEngine() === 'sqlite' ? '/valebank.db' : '/valebank.dump',
        '',
        // The folder that holds the first backup's folder.
        'fsync .',
      ].toSorted(),
    );
    expect(steps.slice(renamedAt + 1)).toContain('fsync backups');
  },
);
