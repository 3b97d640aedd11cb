import { ledgerExportSchema, ledgerListSchema } from '#domain/admin/ledger';
import { heldListSchema } from '#domain/admin/lists';
import { reverseSchema } from '#domain/admin/reason';
import { auditExportSchema, auditListSchema } from '#domain/audit/list';
import { byIdSchema, pageInputSchema } from '#domain/page';
import { calls, named } from '#server/access/named';
import { adminMoneyProcedure, adminProcedure, router } from '#server/access/trpc';
import { releaseHeld, returnHeld } from '#server/payments/held/decide';
import { payOutHeld } from '#server/payments/held/pay-out';
import { exportAudit } from './audit-export.ts';
import { auditPageSchema, listAudit } from './audit-list.ts';
import { auditVerdictSchema } from './audit-row.ts';
import { verifyWholeAudit } from './audit-verify.ts';
import { decidedHeldSchema, heldPaymentPageSchema, listHeldPayments } from './held-payments.ts';
import { exportLedger } from './ledger-export.ts';
import { ledgerPageSchema, listLedger } from './ledger-list.ts';
import { ledgerTransaction, ledgerTransactionSchema } from './ledger-transaction.ts';
import { reconcile } from './reconcile.ts';
import {
  getReconciliation,
  listReconciliations,
  reconciliationPageSchema,
  reconciliationSchema,
} from './reconciliations.ts';
import { reversalSchema, reverseTransaction } from './reverse-transaction.ts';

export const transactionsRouter = router({
  reverse: named(
    'Estorna uma transação, com o motivo',
    ['POST', '/api/admin/transactions/:id/reverse', 'transaction'],
    adminMoneyProcedure.input(reverseSchema).output(reversalSchema).mutation(calls(reverseTransaction)),
  ),
});

export const heldRouter = router({
  list: named(
    'PIX que chegaram para quem está sem acesso',
    ['GET', '/api/admin/held-payments'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(heldListSchema)
      .output(heldPaymentPageSchema)
      .query(calls(listHeldPayments)),
  ),
  release: named(
    'Libera um PIX retido para a conta externa do cliente',
    ['POST', '/api/admin/held-payments/:id/release'],
    adminMoneyProcedure.input(reverseSchema).output(decidedHeldSchema).mutation(calls(releaseHeld)),
  ),
  payOut: named(
    'Registra que um PIX retido de quem encerrou o cadastro foi pago fora do banco',
    ['POST', '/api/admin/held-payments/:id/pay-out'],
    adminMoneyProcedure.input(reverseSchema).output(decidedHeldSchema).mutation(calls(payOutHeld)),
  ),
  return: named(
    'Pede ao provedor que devolva um PIX retido a quem pagou',
    ['POST', '/api/admin/held-payments/:id/return'],
    adminMoneyProcedure.input(reverseSchema).output(decidedHeldSchema).mutation(calls(returnHeld)),
  ),
});

export const auditRouter = router({
  list: named(
    'Log de auditoria, com busca e filtros',
    ['GET', '/api/admin/audit'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(auditListSchema)
      .output(auditPageSchema)
      .query(calls(listAudit)),
  ),
  export: named(
    'Log de auditoria filtrado em CSV',
    ['GET', '/api/admin/audit/export', null, { reply: 'file', fileTypes: ['text/csv'] }],
    adminProcedure.meta({ reads: 'replica' }).input(auditExportSchema).query(calls(exportAudit)),
  ),
  verify: named(
    'Confere a corrente do log inteiro',
    ['POST', '/api/admin/audit/verify'],
    adminProcedure.output(auditVerdictSchema).mutation(calls(verifyWholeAudit)),
  ),
});

export const ledgerRouter = router({
  list: named(
    'Lançamentos de todas as contas, com filtros e totais',
    ['GET', '/api/admin/ledger'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(ledgerListSchema)
      .output(ledgerPageSchema)
      .query(calls(listLedger)),
  ),
  transaction: named(
    'Uma transação com todos os lançamentos e o que a causou',
    ['GET', '/api/admin/transactions/:id', 'transaction'],
    adminProcedure.input(byIdSchema).output(ledgerTransactionSchema).query(calls(ledgerTransaction)),
  ),
  export: named(
    'Lançamentos filtrados em CSV',
    ['GET', '/api/admin/ledger/export', null, { reply: 'file', fileTypes: ['text/csv'] }],
    adminProcedure.meta({ reads: 'replica' }).input(ledgerExportSchema).query(calls(exportLedger)),
  ),
  reconcile: named(
    'Concilia: lançamentos, saldos, auditoria e provedor',
    ['POST', '/api/admin/ledger/reconcile'],
    adminProcedure.output(reconciliationSchema).mutation(calls(reconcile)),
  ),
  reconciliations: router({
    list: named(
      'Conciliações feitas',
      ['GET', '/api/admin/ledger/reconciliations'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(pageInputSchema)
        .output(reconciliationPageSchema)
        .query(calls(listReconciliations)),
    ),
    get: named(
      'O relatório de uma conciliação',
      ['GET', '/api/admin/ledger/reconciliations/:id', 'reconciliation'],
      adminProcedure.input(byIdSchema).output(reconciliationSchema).query(calls(getReconciliation)),
    ),
  }),
});
