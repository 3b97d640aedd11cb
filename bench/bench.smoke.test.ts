/** @module-tag release */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import type { Findings } from './figures.ts';
import { PAGES } from './pages.ts';
import { SEARCHES } from './search.ts';

const run = promisify(execFile);

const PATIENCE_MS = 600_000;

async function bench(...options: string[]): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-bench-test-'));
  const out = join(folder, 'figures.json');
  try {
    const command = [
      '--import',
      'tsx',
      'bench/main.ts',
      '--quick',
      '--folder',
      folder,
      '--out',
      out,
      ...options,
    ];
    await run(process.execPath, command);
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const answered = ({ figures }: Findings) =>
  figures.filter(({ failed, p50Ms }) => p50Ms && !failed).map(({ name }) => name);

describe.runIf(testEngine() === 'sqlite')('the bench, on SQLite', () => {
  it(
    'the bench measures every part on SQLite without a failed request',
    async () => {
      const found = await bench('--no-postgres');
      expect(answered(found)).toEqual([
        ...[1, 64].map((count) => `REST, ${count} connections`),
        'REST, 64 connections, all to one account',
        ...[1, 64].map((count) => `tRPC, ${count} connections`),
        'dashboard, on SQLite',
        'transfer, nothing else going on',
        'transfer, during an export as CSV',
        'transfer, during an export as OFX',
        'transfer, before the daily run',
        'transfer, during the daily run',
        'login, 1 connections',
        'login, 4 connections',
      ]);
      expect(found.figures.filter(({ value }) => !(Number.isFinite(value) && value > 0))).toEqual([]);
      expect(new Set(found.figures.map(({ unit }) => unit))).toEqual(
        new Set(['transfers/s', 'MiB', 'postings/s', 'µs', 'ms', 'pages/s', 'entries/s', 'logins/s']),
      );
      expect(found.targets.map(({ name }) => name)).toEqual([
        'tRPC at 64 ÷ REST',
        'all to one account ÷ spread',
        'statement page, 4,000 entries ÷ 2,000',
        'dashboard, 4,000 entries ÷ 2,000',
        'deep page ÷ first page, 4,000 entries',
        'dashboard, on SQLite, p99',
        ...Object.keys(SEARCHES).flatMap((name) => [
          `search for ${name}, SQLite`,
          `search for ${name}, SQLite, longest hold`,
        ]),
        ...['CSV', 'OFX'].flatMap((format) => [
          `time of a transfer, during an export as ${format} ÷ usually`,
          `memory beyond idle, export as ${format}`,
        ]),
        'daily run over all open instalments',
        'longest transfer meanwhile',
      ]);
    },
    PATIENCE_MS,
  );
});

describe.runIf(testEngine() === 'postgres')('the bench, on PostgreSQL', () => {
  it(
    'the bench measures transfers on PostgreSQL, and pgbench where it is installed',
    async () => {
      const found = await bench('--only', 'transfers');
      const onPostgres = ['REST, 64 connections, on PostgreSQL', 'tRPC, 64 connections, on PostgreSQL'];
      const isMissing = found.notes.some((note) => note.startsWith('PostgreSQL'));
      expect(answered(found).filter((name) => name.endsWith('PostgreSQL'))).toEqual(
        isMissing ? [] : onPostgres,
      );
      const names = found.figures.map(({ name }) => name);
      const hasTpcb = names.includes('pgbench TPC-B, 32 clients');
      expect(hasTpcb).toBe(!found.notes.some((note) => note.includes('pgbench')));
    },
    PATIENCE_MS,
  );

  it(
    'the bench measures several processes, bare routes and TPC-B on PostgreSQL without a failed request',
    async () => {
      const found = await bench('--only', 'postgres');
      if (found.notes.some((note) => note.startsWith('PostgreSQL'))) return;
      const names = answered(found);
      for (const part of [
        '1 connections',
        'all to one account',
        '5 % refused',
        '2 processes',
        'session',
        'transfer',
      ])
        expect(
          names.filter((name) => name.endsWith(part)),
          part,
        ).toHaveLength(1);
      expect(found.figures.filter(({ failed }) => failed)).toEqual([]);
      expect(found.targets.map(({ name }) => name)).toContain('REST on PostgreSQL ÷ TPC-B');
    },
    PATIENCE_MS,
  );

  it(
    'the bench measures pages on a primary and on its replica',
    async () => {
      const found = await bench('--only', 'pages');
      if (found.notes.some((note) => note.startsWith('PostgreSQL'))) return;
      const names = Object.keys(PAGES).flatMap((page) => [
        `${page}, on the primary`,
        `${page}, with a replica`,
      ]);
      expect(found.figures.map(({ name }) => name)).toEqual(names);
      expect(found.notes).toEqual([
        expect.stringMatching(/answered by it: [1-9]\d+; .* away 0, .* foreign 0/),
      ]);
    },
    PATIENCE_MS,
  );
});
