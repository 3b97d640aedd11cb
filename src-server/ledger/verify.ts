import type { Reader } from '#db/db';
import { formatBrl } from '#domain/money';
import { pages } from '#server/work/pages';
import {
  bankBalance,
  type EntryRow,
  entryRowsAfter,
  reversalsAfter,
  transactionSumsAfter,
} from './verify-queries.ts';

export type LedgerCheck = { name: string; ok: boolean };

/** `differences`: Portuguese, at most the first hundred of `differenceCount`. */
export type LedgerVerdict = {
  ok: boolean;
  checks: LedgerCheck[];
  differences: string[];
  differenceCount: number;
};

const CHECKS = {
  order: 'Sequência dos lançamentos sem falhas, em ordem de data',
  balances: 'Saldo após cada lançamento',
  credits: 'Soma dos créditos após cada lançamento',
  floors: 'Nenhuma conta abaixo do limite',
  owned: 'Todo lançamento pertence a uma conta',
  sealed: 'Todo lançamento pertence a uma transação',
  sums: 'Lançamentos de cada transação somam zero',
  amounts: 'Valor de cada transação',
  reversals: 'Cada estorno desfaz a sua transação',
  total: 'Soma de todos os saldos é zero',
} as const;
type Check = keyof typeof CHECKS;

const MAX_DIFFERENCES = 100;

/** Rows per query; others are served between queries. */
const CHUNK_ROWS = 2_000;

/** Recomputes what triggers guard. Reads in chunks; concurrent postings are harmless, since entries are immutable. */
export async function verifyLedger(db: Reader, chunkRows = CHUNK_ROWS): Promise<LedgerVerdict> {
  const failed = new Set<Check>();
  const differences: string[] = [];
  let differenceCount = 0;
  const report = (check: Check, words: string) => {
    failed.add(check);
    differenceCount += 1;
    if (differences.length < MAX_DIFFERENCES) differences.push(words);
  };
  await verifyEntries(db, chunkRows, report);
  await verifyTransactions(db, chunkRows, report);
  await verifyReversals(db, chunkRows, report);
  const total = await bankBalance(db, chunkRows);
  if (total !== 0) report('total', `Soma dos saldos de todas as contas: ${formatBrl(total)}`);
  const checks = Object.entries(CHECKS).map(([check, name]) => ({ name, ok: !failed.has(check as Check) }));
  return { ok: failed.size === 0, checks, differences, differenceCount };
}

type Report = (check: Check, words: string) => void;

async function verifyEntries(db: Reader, chunkRows: number, report: Report): Promise<void> {
  let previous: EntryRow | null = null;
  const read = (last: EntryRow | null) => entryRowsAfter(db, last, chunkRows);
  for await (const rows of pages(chunkRows, read))
    for (const row of rows) {
      verifyEntry(row, previous?.accountId === row.accountId ? previous : null, report);
      previous = row;
    }
}

function verifyEntry(row: EntryRow, previous: EntryRow | null, report: Report): void {
  const where = `Conta ${row.accountNumber ?? row.accountId}, lançamento ${row.seq}`;
  // Reported once per account.
  if (row.accountNumber === null && !previous) report('owned', `${where}: a conta não existe`);
  if (row.seq !== (previous?.seq ?? 0) + 1) report('order', `${where}: falta o anterior`);
  if (previous && row.createdAt < previous.createdAt) report('order', `${where}: data antes da do anterior`);
  const balance = (previous?.balanceAfterCents ?? 0) + row.amountCents;
  if (row.balanceAfterCents !== balance) {
    report(
      'balances',
      `${where}: saldo ${formatBrl(row.balanceAfterCents)}, calculado ${formatBrl(balance)}`,
    );
  }
  const credits = (previous?.creditsAfterCents ?? 0) + (row.amountCents > 0 ? row.amountCents : 0);
  if (row.creditsAfterCents !== credits) {
    report(
      'credits',
      `${where}: créditos ${formatBrl(row.creditsAfterCents)}, calculado ${formatBrl(credits)}`,
    );
  }
  if (row.floorCents !== null && row.balanceAfterCents < row.floorCents) {
    report(
      'floors',
      `${where}: saldo ${formatBrl(row.balanceAfterCents)} abaixo de ${formatBrl(row.floorCents)}`,
    );
  }
  if (row.sealedBy === null) report('sealed', `${where}: a transação ${row.transactionId} não existe`);
}

async function verifyTransactions(db: Reader, chunkRows: number, report: Report): Promise<void> {
  const read = (last: { id: string } | null) => transactionSumsAfter(db, last?.id ?? '', chunkRows);
  for await (const rows of pages(chunkRows, read))
    for (const row of rows) {
      const where = `Transação ${row.id}`;
      if (row.entryCount < 2) report('sums', `${where}: ${row.entryCount} lançamento(s)`);
      if (row.sumCents !== 0) report('sums', `${where}: lançamentos somam ${formatBrl(row.sumCents)}`);
      if (row.amountCents !== row.movedCents) {
        report(
          'amounts',
          `${where}: valor ${formatBrl(row.amountCents)}, movido ${formatBrl(row.movedCents)}`,
        );
      }
    }
}

async function verifyReversals(db: Reader, chunkRows: number, report: Report): Promise<void> {
  const read = (last: { reversesId: string | null } | null) =>
    reversalsAfter(db, last?.reversesId ?? '', chunkRows);
  for await (const rows of pages(chunkRows, read))
    for (const { id, isWrong } of rows)
      if (isWrong) report('reversals', `Estorno ${id}: não desfaz a transação que cita`);
}
