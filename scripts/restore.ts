import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RestoredFiles } from '#server/backup/kept-files';
import { type Backup, backupsFolder, isAhead, listBackups } from '#server/backup/manifest';
import { copiesByStanding } from '#server/backup/own-copies';
import { type Restored, RestoreError, restoreBackup } from '#server/backup/restore-backup';
import { whyNotRestored } from '#server/backup/why-not-restored';
import { systemClock } from '#server/kernel/clock';
import { type Env, readEnv } from '#server/kernel/env';
import { type KeyRing, loadOrCreateKeys, parseKeys } from '#server/kernel/keys';
import { keepPrivate } from '#server/kernel/private-files';

const USAGE = `Põe uma cópia de segurança no lugar do banco de dados de DATABASE_URL. Pare o servidor antes.

  npm run restore                                mostra as cópias que há
  npm run restore -- 2026-11-21T03-30-00Z --yes  põe esta no lugar
  npm run restore -- latest --yes                põe a mais nova que este banco assinou, e que não seja do futuro
  npm run restore -- … --yes --unsigned          sem conferir a assinatura: uma de antes de 27 de novembro de 2026, ou
                                                 um teste em máquina que não tem as chaves

A cópia é conferida (assinatura, SHA-256, e todo o livro-razão) antes. O que estava no lugar fica ao lado, como arquivo (SQLite) ou
banco de dados (PostgreSQL), com o momento no nome. Sessões e tokens terminam, e pagamentos que esperavam voltam, já que a
cópia traria de volta o que foi encerrado depois dela. Os anexos que faltam ou estão danificados são repostos. Interrompida a
qualquer momento, deixa o banco antigo ou o novo, inteiro: repita. As chaves (APP_KEYS, ou DATA_DIR/keys) não estão na
cópia e precisam ser as mesmas.`;

let env: Env | null = null;

/** Throws RestoreError, with the usage, if the arguments are invalid. */
function asked(): { name: string | undefined; isSure: boolean; takesUnsigned: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { yes: { type: 'boolean' }, unsigned: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new Error(positionals.join(' '));
    return { name: positionals[0], isSure: values.yes === true, takesUnsigned: values.unsigned === true };
  } catch {
    throw new RestoreError(`Não entendi: ${process.argv.slice(2).join(' ')}\n\n${USAGE}`);
  }
}

async function run(): Promise<void> {
  const { name, isSure, takesUnsigned } = asked();
  env = readEnv();
  keepPrivate(env);
  const backups = await listBackups(env.DATA_DIR);
  const now = systemClock().real();
  const chosen =
    name === 'latest'
      ? latestOf(backups, takesUnsigned ? null : ringOf(env), now)
      : backups.find((backup) => backup.name === name);
  if (name && !chosen) throw noSuch(name, backups, backupsFolder(env.DATA_DIR));
  if (!chosen || !isSure) return showAll(backups, backupsFolder(env.DATA_DIR));
  const keys = takesUnsigned ? null : keysOf(env);
  const target = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, at: now, keys };
  tell(chosen, await restoreBackup(target, chosen));
}

/** The newest that the bank signed, if it signed any: whoever keeps the copies may have put newer ones beside them. */
function latestOf(backups: readonly Backup[], keys: KeyRing | null, now: Date): Backup | undefined {
  const newest = backups.find((backup) => !isAhead(backup, now));
  const own = keys && copiesByStanding(backups, keys, now).own[0];
  if (!own) return newest;
  for (const { name } of backups)
    if (name > own.name)
      console.log(`Não conta, por ser do futuro ou não ter a assinatura deste banco: ${name}`);
  return own;
}

/** Throws RestoreError. */
function keysOf(env: Env): KeyRing {
  const keys = ringOf(env);
  if (!keys)
    throw new RestoreError(
      'Faltam as chaves do banco: informe APP_KEYS, ou ponha de volta DATA_DIR/keys.\nSem elas, só com --unsigned.',
    );
  return keys;
}

/** Null: there are none. Makes none: a copy would not be of them. */
function ringOf({ APP_KEYS, DATA_DIR }: Env): KeyRing | null {
  if (APP_KEYS) return parseKeys(APP_KEYS);
  return existsSync(join(DATA_DIR, 'keys')) ? loadOrCreateKeys(DATA_DIR) : null;
}

const noSuch = (name: string, backups: readonly Backup[], folder: string): RestoreError =>
  new RestoreError(
    name === 'latest' && backups.length > 0
      ? `Não há cópia de antes de agora em ${folder}.\nConfira o relógio da máquina (date). Se ele estiver certo, escolha uma pelo nome: npm run restore as mostra.`
      : `Não há cópia ${name === 'latest' ? 'nenhuma' : name} em ${folder}.\nVeja as que há com npm run restore, ou traga-a para lá (a pasta inteira).`,
  );

function showAll(backups: readonly Backup[], folder: string): void {
  console.log(`${USAGE}\n\nEm ${folder}:`);
  for (const one of backups)
    console.log(`  ${one.name}  ${(one.sizeBytes / 1e6).toFixed(1)} MB  ${one.transactions} transações`);
  if (backups.length === 0) console.log('  nenhuma');
}

function tell({ name }: Backup, { transactions, entries, replaced, files }: Restored): void {
  console.log(`${name} está no lugar: ${transactions} transações, ${entries} lançamentos.`);
  if (replaced) console.log(`O que estava lá: ${replaced}`);
  tellFiles(files);
}

function tellFiles({ count, replaced, lost, isProven }: RestoredFiles): void {
  if (count > 0) console.log(`Anexos no lugar: ${count}`);
  for (const path of replaced) console.log(`Estava danificado e foi reposto: ${path}`);
  if (!isProven && count > 0)
    console.log(
      'Esta cópia é de antes de os anexos terem SHA-256: os que faltavam foram repostos sem conferir.',
    );
  for (const path of lost)
    console.error(`Danificado também na cópia, procure-o em outra mais antiga: ${path}`);
  if (lost.length > 0) process.exitCode = 1;
}

run().catch((error: unknown) => {
  console.error(whyNotRestored(error, env));
  process.exitCode = 1;
});
