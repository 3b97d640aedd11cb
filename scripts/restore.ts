import { parseArgs } from 'node:util';
import { backupsFolder, listBackups } from '#server/backup/manifest';
import { restoreBackup } from '#server/backup/restore-backup';
import { systemClock } from '#server/clock';
import { readEnv } from '#server/env';
import { keepPrivate } from '#server/private-files';

const USAGE = `Põe uma cópia de segurança no lugar do banco de dados de DATABASE_URL. Pare o servidor antes.

  npm run restore                                mostra as cópias que há
  npm run restore -- 2026-11-21T03-30-00Z --yes  põe esta no lugar
  npm run restore -- latest --yes                põe a mais nova

A cópia é conferida (SHA-256, e todo o livro-razão) antes. O que estava no lugar fica ao lado, como arquivo (SQLite) ou
banco de dados (PostgreSQL), com o momento no nome. As chaves (APP_KEYS, ou DATA_DIR/keys) não estão na cópia e precisam
ser as mesmas.`;

const env = readEnv();
keepPrivate(env);
const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
const backups = await listBackups(env.DATA_DIR);
const [name] = positionals;
const chosen = name === 'latest' ? backups[0] : backups.find((backup) => backup.name === name);

if (!chosen || !values.yes) {
  console.log(`${USAGE}\n\nEm ${backupsFolder(env.DATA_DIR)}:`);
  for (const one of backups)
    console.log(`  ${one.name}  ${(one.sizeBytes / 1e6).toFixed(1)} MB  ${one.transactions} transações`);
  if (backups.length === 0) console.log('  nenhuma');
  if (name && !chosen) process.exitCode = 1;
} else {
  const { replaced, ...checked } = await restoreBackup(
    { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, at: systemClock().real() },
    chosen,
  );
  console.log(
    `${chosen.name} está no lugar: ${checked.transactions} transações, ${checked.entries} lançamentos.`,
  );
  if (replaced) console.log(`O que estava lá: ${replaced}`);
}
