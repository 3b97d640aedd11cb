/**
 * @module-tag prove
 * @module-tag postgresInCi
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StandbyError } from '#db/away';
import { databaseUrl } from '#db/testing/postgres-setup';
import { isStandIn, testDatabase, testEngine } from '#db/testing/test-db';
import { bundle } from '#server/testing/bundle';
import { runToEnd } from '#server/testing/run-to-end';
import { whyNot } from './why-not.ts';

const folder = mkdtempSync(join(tmpdir(), 'valebank-why-not-'));
let server = '';
beforeAll(async () => {
  server = await bundle('src-server/main.ts', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let places = 0;
const newPlace = (): string => {
  const place = join(folder, `place-${++places}`);
  mkdirSync(place);
  return place;
};

async function startIn(env: Record<string, string>) {
  const { code, output } = await runToEnd({ NODE_ENV: 'development', SEED: 'none', ...env }, server);
  return { code, lines: output.trimEnd().split('\n') };
}

const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

describe.runIf(testEngine() === 'sqlite')('a start on SQLite that fails', () => {
  test('a file that is no database is named at the start, with the way back to a backup', async () => {
    const place = newPlace();
    const file = join(place, 'valebank.db');
    writeFileSync(file, Buffer.alloc(32_768, 'not a database '));
    const { code, lines } = await startIn({ DATA_DIR: place });
    expect([code, lines]).toEqual([
      1,
      [
        `O arquivo do banco de dados está danificado, ou o disco não consegue lê-lo: ${file}`,
        'Não o apague: ponha no lugar a última cópia com npm run restore -- latest --yes, que guarda este ao lado.',
      ],
    ]);
  });

  test('a folder in the place of the database is named at the start', async () => {
    const place = newPlace();
    const { code, lines } = await startIn({ DATA_DIR: place, DATABASE_URL: `file:${place}` });
    expect([code, lines.length, lines[0]]).toEqual([
      1,
      2,
      `Não foi possível abrir o banco de dados: ${place}`,
    ]);
  });

  test('a file in the place of the data folder is named at the start', async () => {
    const file = join(newPlace(), 'data');
    writeFileSync(file, '');
    for (const DATA_DIR of [file, join(file, 'below')]) {
      const { code, lines } = await startIn({ DATA_DIR });
      expect([code, lines.length, lines[0]]).toEqual([1, 2, `Não é uma pasta: ${DATA_DIR}`]);
    }
  });

  test("a damaged file of the simulated provider is distinguished from the bank's", async () => {
    const place = newPlace();
    writeFileSync(join(place, 'simulator.db'), Buffer.alloc(32_768, 'not a database '));
    const { code, lines } = await startIn({ DATA_DIR: place });
    expect([code, lines.length, lines[0]]).toEqual([
      1,
      2,
      `O arquivo do provedor de pagamentos simulado está danificado: ${join(place, 'simulator.db')}`,
    ]);
  });

  const PLACES = { DATA_DIR: '/srv/vale', DATABASE_URL: 'file:/srv/vale/valebank.db' };
  test.for([
    ['SQLITE_CORRUPT_INDEX', /danificado/],
    ['SQLITE_FULL', /disco está cheio: \/srv\/vale\. O que estava gravado não se perdeu/],
    ['ENOSPC', /disco está cheio/],
    ['SQLITE_READONLY_DIRECTORY', /Só é possível ler/],
    ['EROFS', /Só é possível ler/],
    ['EACCES', /não pode gravar em \/srv\/vale/],
    ['SQLITE_IOERR_WRITE', /O disco falhou/],
    ['EIO', /O disco falhou/],
    ['SQLITE_BUSY', /Outro processo/],
  ] as const)('a start with %s is explained in two lines of Portuguese', ([code, said]) => {
    const told = whyNot(new Error('around it', { cause: coded(code) }), PLACES);
    expect(told).toMatch(said);
    expect(told?.split('\n')).toHaveLength(2);
  });

  test('an unexpected failure at the start is shown unchanged', () => {
    expect(whyNot(new TypeError('x is not a function'), PLACES)).toBe(null);
    expect(whyNot(new TypeError('x is not a function'), null)).toBe(null);
  });
});

describe.runIf(testEngine() === 'postgres' && !isStandIn())('a start on PostgreSQL that fails', () => {
  async function address(change: (url: URL) => void): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
    const { url, drop } = await testDatabase();
    onTestFinished(() => drop());
    const changed = new URL(url);
    change(changed);
    return { DATABASE_URL: changed.href, DATA_DIR: newPlace() };
  }

  test('a server that does not answer is named at the start without user and password', async () => {
    const env = await address((url) => {
      Object.assign(url, { port: '1', username: 'vale', password: 'segredo-da-caixa' });
    });
    const { code, lines } = await startIn(env);
    const { host, pathname } = new URL(env.DATABASE_URL);
    expect([code, lines]).toEqual([
      1,
      [
        `O PostgreSQL não responde: ${host}${pathname}`,
        'Veja se ele está no ar e se o endereço em DATABASE_URL está certo, e inicie de novo.',
      ],
    ]);
  });

  test('a user unknown to PostgreSQL is named at the start', async () => {
    const env = await address((url) => {
      Object.assign(url, { username: 'ninguem', password: 'segredo-da-caixa' });
    });
    const { code, lines } = await startIn(env);
    expect([code, lines.length, lines[0]]).toEqual([
      1,
      2,
      expect.stringMatching(/não aceitou o usuário ou a senha/),
    ]);
    expect(lines.join()).not.toContain('segredo');
  });

  test('a database unknown to PostgreSQL is named at the start', async () => {
    const env = await address(() => {});
    const { code, lines } = await startIn({
      ...env,
      DATABASE_URL: databaseUrl(env.DATABASE_URL, 'valebank_nowhere'),
    });
    expect([code, lines.length, lines[0]]).toEqual([
      1,
      2,
      expect.stringMatching(/^Não há este banco de dados no PostgreSQL: .*\/valebank_nowhere$/),
    ]);
  });

  test.for([
    [new StandbyError(), /réplica/],
    [coded('25006'), /réplica/],
    [coded('42501'), /não pode criar tabelas/],
    [coded('53100'), /disco do PostgreSQL está cheio/],
    [coded('57P03'), /não responde/],
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /usuário ou a senha/],
  ] as const)('a start on PostgreSQL with %s is explained in two lines of Portuguese', ([error, said]) => {
    const told = whyNot(error, {
      DATA_DIR: '/srv',
      DATABASE_URL: 'postgres://vale:segredo@h1:5432,h2/banco',
    });
    expect(told).toMatch(said);
    expect(told).toContain('h1:5432, h2/banco');
    expect(told).not.toContain('segredo');
    expect(told?.split('\n')).toHaveLength(2);
  });
});
