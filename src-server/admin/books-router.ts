import { z } from 'zod';
import { ledgerExportSchema, ledgerListSchema } from '#domain/admin/ledger';
import { reverseSchema } from '#domain/admin/reason';
import { reconciliationListSchema } from '#domain/admin/reconciliation';
import { auditExportSchema, auditListSchema } from '#domain/audit/list';
import { idSchema } from '#domain/page';
import { named } from '#server/access/named';
import { adminProcedure, router } from '#server/access/trpc';
import { verifyAudit } from '#server/audit/verify';
import { exportAudit } from './audit-export.ts';
import { auditPageSchema, listAudit } from './audit-list.ts';
import { auditVerdictSchema } from './audit-row.ts';
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

const byId = z.object({ id: idSchema });

export const transactionsRouter = router({
  reverse: named(
    'Estorna uma transação, com o motivo',
    ['POST', '/api/admin/transactions/:id/reverse', 'transaction'],
    adminProcedure
      .meta({ moves: true })
      .input(reverseSchema)
      .output(reversalSchema)
      .mutation(({ ctx, input }) => reverseTransaction(ctx, input)),
  ),
});

export const auditRouter = router({
  list: named(
    'Log de auditoria, com busca e filtros',
    ['GET', '/api/admin/audit'],
    adminProcedure
      .input(auditListSchema.prefault({}))
      .output(auditPageSchema)
      .query(({ ctx, input }) => listAudit(ctx, input)),
  ),
  export: named(
    'Log de auditoria filtrado em CSV',
    ['GET', '/api/admin/audit/export', null, { reply: 'file', fileTypes: ['text/csv'] }],
    adminProcedure.input(auditExportSchema).query(({ ctx, input }) => exportAudit(ctx, input)),
  ),
  verify: named(
    'Confere a corrente do log inteiro',
    ['POST', '/api/admin/audit/verify'],
    adminProcedure.output(auditVerdictSchema).mutation(({ ctx }) => verifyAudit(ctx.db, ctx.keys)),
  ),
});

export const ledgerRouter = router({
  list: named(
    'Lançamentos de todas as contas, com filtros e totais',
    ['GET', '/api/admin/ledger'],
    adminProcedure
      .input(ledgerListSchema.prefault({}))
      .output(ledgerPageSchema)
      .query(({ ctx, input }) => listLedger(ctx, input)),
  ),
  transaction: named(
    'Uma transação com todos os lançamentos e o que a causou',
    ['GET', '/api/admin/transactions/:id', 'transaction'],
    adminProcedure
      .input(byId)
      .output(ledgerTransactionSchema)
      .query(({ ctx, input }) => ledgerTransaction(ctx, input)),
  ),
  export: named(
    'Lançamentos filtrados em CSV',
    ['GET', '/api/admin/ledger/export', null, { reply: 'file', fileTypes: ['text/csv'] }],
    adminProcedure.input(ledgerExportSchema).query(({ ctx, input }) => exportLedger(ctx, input)),
  ),
  reconcile: named(
    'Concilia: lançamentos, saldos, auditoria e provedor',
    ['POST', '/api/admin/ledger/reconcile'],
    adminProcedure.output(reconciliationSchema).mutation(({ ctx }) => reconcile(ctx)),
  ),
  reconciliations: router({
    list: named(
      'Conciliações feitas',
      ['GET', '/api/admin/ledger/reconciliations'],
      adminProcedure
        .input(reconciliationListSchema.prefault({}))
        .output(reconciliationPageSchema)
        .query(({ ctx, input }) => listReconciliations(ctx, input)),
    ),
    get: named(
      'O relatório de uma conciliação',
      ['GET', '/api/admin/ledger/reconciliations/:id', 'reconciliation'],
      adminProcedure
        .input(byId)
        .output(reconciliationSchema)
        .query(({ ctx, input }) => getReconciliation(ctx, input)),
    ),
  }),
});
