import { fromReplica } from '#db/request-db';
import { PRODUCT_CHECK } from '#domain/admin/product-books';
import { keptDifferences, MAX_KEPT } from '#domain/admin/reconciliation';
import { formatBrl } from '#domain/money';
import type { Difference, Repair } from '#domain/pix/comparison';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { type MissingTransaction, missingTransactions } from '#server/audit/missing-transactions';
import { type AuditContext, record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { type Unrecorded, unrecordedTransactions } from '#server/audit/unrecorded-transactions';
import { type AuditFault, isEndSound, verifyAudit } from '#server/audit/verify';
import { countInWindow, endWindow } from '#server/auth/attempt-window';
import { countAttempt } from '#server/auth/attempts';
import type { Bank, DailyStep, SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { sharedRuns } from '#server/kernel/shared-run';
import { verifyLedger } from '#server/ledger/verify';
import { compare } from '#server/payments/reconcile/compare';
import type { Check } from '#server/payments/reconcile/findings';
import { daysToCompare } from './days-to-compare.ts';
import { compareProducts } from './product-books.ts';
import { type Reconciliation, toReconciliation } from './reconciliations.ts';

/** `differenceCount` may exceed the listed differences. `isAuditable`: the audit log accepts rows. */
type Report = {
  checks: Check[];
  differences: Difference[];
  differenceCount: number;
  repairs: Repair[];
  isAuditable: boolean;
};

const AUDIT_CHECK = 'Auditoria: nenhuma linha alterada, removida ou fora de ordem';
const AUDITED_CHECK = 'Auditoria: toda transação registrada está no livro-razão';
const RECORDED_CHECK = 'Auditoria: toda transação entre contas está registrada, de mesmo valor';

const AUDIT_FAULTS: Record<AuditFault, string> = {
  missing: 'Esta linha devia existir, e não está na corrente',
  changed: 'O que está escrito não é o que foi assinado',
  unlinked: 'O elo desta linha não é o da linha anterior',
  head: 'O fim anotado da corrente não é a sua última linha',
};

/**
 * Compares ledger, audit log and products with each other and the provider; completes orders and books missed payments.
 * Without the provider's answer a check is not verified. Concurrent calls share one run. Refuses JOB_RUNNING while another process has
 * one, TOO_MANY_ATTEMPTS; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE.
 */
export async function reconcile(ctx: SignedInContext): Promise<Reconciliation> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return shared(ctx.registry, undefined, () =>
    alone(ctx, async () => {
      await countAttempt(ctx, 'reconciliation', sharerOf(ctx, ALL));
      await countAttempt(ctx, 'reconciliationDay', sharerOf(ctx, ALL));
      return runReconciliation(ctx, { by: ctx, actor: ctx.user, isWhole: true });
    }),
  );
}

const shared = sharedRuns<Reconciliation>();

/** Who is counted: all administrators. */
const ALL = 'bank';

/** Among all processes, for the window's hour. */
async function alone<Done>(bank: Bank, run: () => Promise<Done>): Promise<Done> {
  const startedAt = bank.clock.real();
  const { waitSeconds } = await bank.db.transaction((tx) => countInWindow(tx, 'reconciling', ALL, startedAt));
  if (waitSeconds !== null) refuse('JOB_RUNNING', { text: ALREADY_RECONCILING });
  try {
    return await run();
  } finally {
    await bank.db.transaction((tx) => endWindow(tx, 'reconciling', ALL, startedAt));
  }
}

const ALREADY_RECONCILING =
  'Outra conciliação está em andamento. Espere o relatório dela, que aparece na lista de relatórios, e só então peça outra.';

/** `isWhole`: compares all of history, not only the days since the last full run. */
async function runReconciliation(
  bank: Bank,
  {
    by,
    actor,
    isWhole,
  }: { by: AuditContext; actor: { id: string; fullName: string } | null; isWhole: boolean },
): Promise<Reconciliation> {
  const startedAtMs = performance.now();
  const { checks, differences, differenceCount, repairs, isAuditable } = await reportOf(bank, {
    isWhole,
    byHand: actor !== null,
  });
  const row = {
    id: newId(),
    actorId: actor?.id ?? null,
    isOk: checks.every(({ ok }) => ok !== false),
    differenceCount,
    report: {
      checks,
      differences: keptDifferences(differences),
      repairs: repairs.slice(0, MAX_KEPT),
    },
    durationMs: Math.round(performance.now() - startedAtMs),
    createdAt: bank.clock.now(),
  };
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.reconciliations).values(row);
    // An audit log whose head is wrong takes no rows; the report is stored nevertheless.
    if (!isAuditable) return;
    await record(tx, by, {
      action: 'reconcile_ledger',
      entityId: row.id,
      changes: { ok: row.isOk, differences: row.differenceCount },
    });
  });
  if (!row.isOk)
    bank.log.error(
      { reconciliation: row.id, differences: row.differenceCount },
      'the bank does not reconcile',
    );
  return toReconciliation(row, actor?.fullName ?? null);
}

async function reportOf(
  bank: Bank,
  { isWhole, byHand }: { isWhole: boolean; byHand: boolean },
): Promise<Report> {
  const audit = await verifyAudit(fromReplica(bank.db), bank.keys);
  const isAuditable = await isEndSound(bank.db);
  const isEndReported = isAuditable || (!audit.ok && audit.fault === 'head');
  const days = isWhole ? null : await daysToCompare(bank);
  const provider = await compare(bank, {
    days,
    mayBook: isAuditable,
    byHand,
  });
  // After the repairs, so that it sees them.
  const db = fromReplica(bank.db);
  const ledger = await verifyLedger(db);
  const missing = await missingTransactions(db);
  const unrecorded = await unrecordedTransactions(db);
  const products = await compareProducts(db);
  const others = [
    ...(audit.ok ? [] : [auditDifference(audit)]),
    ...(isEndReported ? [] : [END_DIFFERENCE]),
    ...missing.map(missingDifference),
    ...unrecorded.map(unrecordedDifference),
    ...products,
    ...provider.differences,
  ];
  return {
    checks: [
      ...ledger.checks.map((check) => ({ ...check, count: null })),
      { name: AUDIT_CHECK, ok: audit.ok && isAuditable, count: audit.checked },
      { name: AUDITED_CHECK, ok: missing.length === 0, count: null },
      { name: RECORDED_CHECK, ok: unrecorded.length === 0, count: null },
      { name: PRODUCT_CHECK, ok: products.length === 0, count: null },
      ...provider.checks,
    ],
    differences: [...ledger.differences.map(ledgerDifference), ...others],
    differenceCount: ledger.differenceCount + others.length,
    repairs: provider.repairs,
    isAuditable,
  };
}

const auditDifference = ({
  firstBrokenSeq,
  fault,
}: {
  firstBrokenSeq: number;
  fault: AuditFault;
}): Difference => ({
  check: AUDIT_CHECK,
  about: `Linha ${firstBrokenSeq}`,
  text: `A corrente da auditoria quebra aqui. ${AUDIT_FAULTS[fault]}`,
});

const END_DIFFERENCE: Difference = { check: AUDIT_CHECK, about: 'Fim da auditoria', text: AUDIT_FAULTS.head };

const missingDifference = ({ seq, transactionId }: MissingTransaction): Difference => ({
  check: AUDITED_CHECK,
  about: `Transação ${transactionId}`,
  text: `A linha ${seq} da auditoria a registra; no livro-razão não existe`,
});

const unrecordedDifference = ({ transactionId, amountCents, recordedCents }: Unrecorded): Difference => ({
  check: RECORDED_CHECK,
  about: `Transação ${transactionId}`,
  text:
    recordedCents === null
      ? 'Está no livro-razão; a auditoria não a registra'
      : `Valor na auditoria: ${formatBrl(recordedCents)}; no livro-razão: ${formatBrl(amountCents)}`,
});

/** Splits 'Conta 1, lançamento 2: o que difere' at the colon. */
function ledgerDifference(words: string): Difference {
  const [about = '', ...text] = words.split(': ');
  return { check: 'Livro-razão', about, text: text.join(': ') || words };
}

const isWholeOn = (day: string): boolean => day.endsWith('-01');

/**
 * Each day compares the last days, more after incomplete runs; on the first of a month all of history. Differences do
 * not stop the daily run.
 */
export const reconcileDailySteps: DailyStep[] = [
  {
    name: 'reconcile',
    stopsNothing: true,
    mayWait: (day) => !isWholeOn(day),
    run: async (bank, day) =>
      void (await runReconciliation(bank, { by: systemActor(bank), actor: null, isWhole: isWholeOn(day) })),
  },
];
