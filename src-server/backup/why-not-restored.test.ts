/** @module-tag prove */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { parseKeys } from '#server/kernel/keys';
import { testKeys } from '#server/ledger/testing/bank';
import { runToEnd } from '#server/testing/run-to-end';
import { checkDatabase } from './check-copy.ts';
import { type Backup, backupsFolder, sha256Of, signed } from './manifest.ts';
import { type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { putUpload } from './testing/put-upload.ts';
import { backedUpBank, dropAside, newestOf, targetOf } from './testing/restorable.ts';
import { whyNotRestored } from './why-not-restored.ts';

async function scene() {
  const made = await backedUpBank();
  const { address, dataDir, name } = made;
  onTestFinished(async () => {
    await dropAside(address);
    await address.drop();
  });
  return {
    ...made,
    folder: join(backupsFolder(dataDir), name),
    restore: (...args: string[]) => runToEnd(made.env, 'scripts/restore.ts', ...args),
    why: (backup: Backup, databaseUrl = address.url, more: Partial<RestoreTarget> = {}) =>
      restoreBackup({ ...targetOf(made.bank, { url: databaseUrl }), ...more }, backup).then(
        () => 'nothing hindered it',
        (error: unknown) => whyNotRestored(error, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }),
      ),
  };
}

describe.skipIf(isStandIn())('the messages of npm run restore when it restores nothing', () => {
  test('a restore that is impossible says why and what to do in two lines of Portuguese, and the database stays', async () => {
    const { address, dataDir, folder, name, old, restore, why } = await scene();
    const manifest = await newestOf(dataDir);
    const copy = join(folder, manifest.file);
    const isSqlite = testEngine() === 'sqlite';
    const away = 'postgres://nobody@127.0.0.1:1/bank';
    expect(await why(manifest, isSqlite ? away : `file:${dataDir}/other.db`)).toMatch(
      /^A cópia \S+ é de \w+, e DATABASE_URL é de \w+\.\nEscolha outra cópia, ou defina DATABASE_URL=\S+$/,
    );
    const resigned = (changes: object) => ({ ...signed({ ...manifest, ...changes }, testKeys), name });
    expect(await why(resigned({ engine: 'postgres' }), away)).toMatch(
      /^O PostgreSQL não responde: 127\.0\.0\.1:1\/bank\nVeja se ele está no ar e se o endereço em DATABASE_URL está certo, e repita\.$/,
    );
    const unread = 'this is not a database '.repeat(1000);
    writeFileSync(copy, unread);
    expect(await why(resigned({ sha256: await sha256Of(copy) }))).toMatch(
      isSqlite
        ? /^A cópia está danificada: file is not a database\nEscolha outra cópia: .+$/
        : /^A restauração parou: pg_restore: .+\nRepita; se parar de novo, escolha outra cópia\.$/,
    );

    const said = [
      await restore('latest', '--yes'),
      await restore('2020-01-01T00-00-00Z', '--yes'),
      await restore('latest', '--sim'),
    ];
    expect(said.map(({ code }) => code)).toEqual([1, 1, 1]);
    const [damaged, unknown, option] = said.map(({ output }) => output);
    expect(damaged).toBe(
      `A cópia ${name} está danificada: o SHA-256 de ${manifest.file} não é o do manifesto.\nEscolha outra cópia, ou traga esta de novo de onde foi guardada.\n`,
    );
    expect(unknown).toBe(
      `Não há cópia 2020-01-01T00-00-00Z em ${backupsFolder(dataDir)}.\nVeja as que há com npm run restore, ou traga-a para lá (a pasta inteira).\n`,
    );
    expect(option).toMatch(/^Não entendi: latest --sim\n\nPõe uma cópia/);
    expect(await checkDatabase(address.url)).toEqual(old);
  });

  test('a copy that whoever keeps it may have written is not restored', async () => {
    const { dataDir, old, address, why } = await scene();
    const { signature, ...copy } = await newestOf(dataDir);
    const foreign =
      /^A cópia \S+ não foi assinada com as chaves deste banco: outra pessoa pode ter escrito esta cópia\.\n/;
    const another = parseKeys(`test:${Buffer.alloc(32, 'another').toString('base64')}`);
    expect(await why({ ...copy, ...signed(copy, another) })).toMatch(foreign);
    expect(await why({ ...copy, sha256: '0'.repeat(64), signature })).toMatch(foreign);
    // An old copy under a new name would be the latest.
    expect(await why({ ...copy, signature, name: '2099-01-01T00-00-00Z' })).toMatch(foreign);
    expect(await why({ ...copy, signature }, address.url, { keys: another })).toMatch(foreign);
    expect(await why(copy)).toMatch(/^A cópia \S+ não tem assinatura: .*\n.*repita com --unsigned\.$/);
    expect(await checkDatabase(address.url)).toEqual(old);
    expect(await why(copy, address.url, { keys: null })).toBe('nothing hindered it');
  });

  test.skipIf(testEngine() !== 'sqlite')(
    'a restore replaces a damaged database, keeps it with its log, and names damaged uploads',
    async () => {
      const { address, dataDir, restore, taken, uploads } = await scene();
      const file = address.url.slice('file:'.length);
      copyFileSync(file, `${file}-wal`);
      writeFileSync(file, 'this is not a database '.repeat(1000));
      putUpload(dataDir, 'one', 'damaged');
      const { code, output } = await restore('latest', '--yes');
      expect([code, output]).toEqual([0, expect.stringContaining('está no lugar')]);
      expect(output).toContain(`Anexos no lugar: 2\nEstava danificado e foi reposto: ${uploads[0]}\n`);
      expect(await checkDatabase(address.url)).toEqual(taken);
    },
  );
});

test('a full disk, a missing permission and a failing disk are reported as at the server’s start, with a hint to try again', () => {
  const places = { DATA_DIR: '/srv/vale', DATABASE_URL: 'file:/srv/vale/valebank.db' };
  const said = (code: string) => whyNotRestored(Object.assign(new Error('detail'), { code }), places);
  expect(said('ENOSPC')).toBe(
    'O disco está cheio: /srv/vale. O que estava gravado não se perdeu.\nLibere espaço, 200 MB ou mais, e repita.',
  );
  expect(said('EACCES')).toMatch(/^Este usuário não pode gravar em \/srv\/vale\n.*, e repita\.$/);
  expect(said('EIO')).toMatch(/^O disco falhou ao ler ou ao gravar: \/srv\/vale\n/);
  expect(whyNotRestored('odd', places)).toBe(
    'A restauração parou: odd\nRepita; se parar de novo, escolha outra cópia.',
  );
});
