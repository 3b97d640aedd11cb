import { MAX_KEPT_DIFFERENCES } from '#domain/admin/reconciliation';
import type { Difference } from '#domain/pix/comparison';
import { byBank } from '#server/audit/by-bank';
import { type AuditContext, record } from '#server/audit/record';
import { verifyAudit } from '#server/audit/verify';
import type { Bank, DailyStep, SignedInContext } from '#server/context';
import { newId } from '#server/id';
import { verifyLedger } from '#server/ledger/verify';
import { compare } from '#server/pix/reconcile/compare';
import type { Check } from '#server/pix/reconcile/findings';
import { type Reconciliation, toReconciliation } from './reconciliations.ts';

/** What a run found: each check with its verdict (null: not verified), and in words what does not hold. */
type Report = { checks: Check[]; differences: Difference[] };

const AUDIT_CHECK = 'Auditoria: nenhuma linha alterada, removida ou fora de ordem';

/**
 * Runs every check there is: the ledger's own, the chain of the audit log, and the comparison with the payment provider, on
 * the way of which orders are brought to their end and lost incoming money is booked. The report is kept. What the provider
 * does not tell is not verified, and no difference.
 */
export async function reconcile(ctx: SignedInContext): Promise<Reconciliation> {
  return runReconciliation(ctx, ctx, ctx.user);
}

async function runReconciliation(
  bank: Bank,
  by: AuditContext,
  actor: { id: string; fullName: string } | null,
): Promise<Reconciliation> {
  const startedAtMs = performance.now();
  const { checks, differences } = await reportOf(bank);
  const row = {
    id: newId(),
    actorId: actor?.id ?? null,
    isOk: checks.every(({ ok }) => ok !== false),
    differenceCount: differences.length,
    report: { checks, differences: differences.slice(0, MAX_KEPT_DIFFERENCES) },
    durationMs: Math.round(performance.now() - startedAtMs),
    createdAt: bank.clock.now(),
  };
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.reconciliations).values(row);
    await record(tx, by, {
      action: 'reconcile_ledger',
      entityType: 'reconciliation',
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

async function reportOf(bank: Bank): Promise<Report> {
  const provider = await compare(bank);
  const ledger = await verifyLedger(bank.db);
  const audit = await verifyAudit(bank.db, bank.keys);
  const brokenAt = (audit.firstBrokenSeq ?? 0).toString();
  return {
    checks: [
      ...ledger.checks.map((check) => ({ ...check, count: null })),
      { name: AUDIT_CHECK, ok: audit.ok, count: audit.checked },
      ...provider.checks,
    ],
    differences: [
      ...ledger.differences.map(ledgerDifference),
      ...(audit.ok
        ? []
        : [{ check: AUDIT_CHECK, about: `Linha ${brokenAt}`, text: 'A corrente da auditoria quebra aqui' }]),
      ...provider.differences,
    ],
  };
}

/** 'Conta 1, lançamento 2: o que difere' → about what, and in what. */
function ledgerDifference(words: string): Difference {
  const [about = '', ...text] = words.split(': ');
  return { check: 'Livro-razão', about, text: text.join(': ') || words };
}

/** Every day everything is reconciled; a difference is in the report and in the log, and stops nothing. */
export const reconcileDailySteps: DailyStep[] = [
  { name: 'reconcile', run: async (bank) => void (await runReconciliation(bank, byBank(bank), null)) },
];
