import { z } from 'zod';
import { adjustSchema } from '#domain/account/transfer';
import { ledgerExportSchema, ledgerListSchema } from '#domain/admin/ledger';
import { accountListSchema, userListSchema } from '#domain/admin/lists';
import { overviewInputSchema } from '#domain/admin/overview';
import { reverseSchema, withReasonSchema } from '#domain/admin/reason';
import { reconciliationListSchema } from '#domain/admin/reconciliation';
import { waitingPageSchema } from '#domain/admin/waiting';
import { auditExportSchema, auditListSchema } from '#domain/audit/list';
import { createContactSchema } from '#domain/contact/register';
import { confirmClockSchema, jobRunListSchema, runJobSchema } from '#domain/jobs/list';
import { idSchema } from '#domain/page';
import { updateSettingSchema } from '#domain/settings';
import { adminFreshProcedure, adminProcedure, router } from '#server/access/trpc';
import { freezeAccount, unfreezeAccount } from '#server/account/account-freeze';
import { adjust } from '#server/account/adjust';
import { contactSchema } from '#server/account/contacts';
import { everyAccount } from '#server/account/list-accounts';
import { accountPageSchema, accountSchema, entrySchema } from '#server/account/shapes';
import { verifyAudit } from '#server/audit/verify';
import { ahead, aheadSchema } from './ahead.ts';
import { exportAudit } from './audit-export.ts';
import { auditPageSchema, listAudit } from './audit-list.ts';
import { auditVerdictSchema } from './audit-row.ts';
import { clockSchema } from './clock.ts';
import { confirmClock } from './confirm-clock.ts';
import { createContact, listContacts } from './contacts.ts';
import { dashboard, dashboardSchema } from './dashboard.ts';
import { discardMail, givenUpMailPageSchema, listGivenUpMail, retryMail } from './given-up-mail.ts';
import { jobRunPageSchema, jobRunSchema, listJobRuns } from './job-runs-list.ts';
import { jobsSchema, listJobs, runJob } from './jobs.ts';
import { exportLedger } from './ledger-export.ts';
import { ledgerPageSchema, listLedger } from './ledger-list.ts';
import { ledgerTransaction, ledgerTransactionSchema } from './ledger-transaction.ts';
import { overview, overviewSchema } from './overview.ts';
import { reconcile } from './reconcile.ts';
import {
  getReconciliation,
  listReconciliations,
  reconciliationPageSchema,
  reconciliationSchema,
} from './reconciliations.ts';
import { reversalSchema, reverseTransaction } from './reverse-transaction.ts';
import { settings, settingsSchema } from './settings.ts';
import { testEmail, testEmailSchema } from './settings-test-email.ts';
import { updatedSettingSchema, updateSetting } from './settings-update.ts';
import { listStuckOrders, stuckOrderPageSchema } from './stuck-orders.ts';
import { activateUser, deactivateUser } from './user-access.ts';
import { adminUserSchema, listedUserSchema, listUsers, userPageSchema, viewUser } from './users.ts';

const byId = z.object({ id: idSchema });

/** What administrators see and do. */
export const adminRouter = router({
  dashboard: adminProcedure.output(dashboardSchema).query(({ ctx }) => dashboard(ctx)),
  overview: adminProcedure
    .input(overviewInputSchema.prefault({}))
    .output(overviewSchema)
    .query(({ ctx, input }) => overview(ctx, input)),
  ahead: adminProcedure
    .input(overviewInputSchema.prefault({}))
    .output(aheadSchema)
    .query(({ ctx, input }) => ahead(ctx, input)),
  users: router({
    list: adminProcedure
      .input(userListSchema.prefault({}))
      .output(userPageSchema)
      .query(({ ctx, input }) => listUsers(ctx, input)),
    get: adminProcedure
      .input(byId)
      .output(adminUserSchema)
      .query(({ ctx, input }) => viewUser(ctx, input)),
    deactivate: adminProcedure
      .input(withReasonSchema)
      .output(listedUserSchema)
      .mutation(({ ctx, input }) => deactivateUser(ctx, input)),
    activate: adminProcedure
      .input(withReasonSchema)
      .output(listedUserSchema)
      .mutation(({ ctx, input }) => activateUser(ctx, input)),
  }),
  accounts: router({
    list: adminProcedure
      .input(accountListSchema.prefault({}))
      .output(accountPageSchema)
      .query(({ ctx, input }) => everyAccount(ctx.db, input)),
    freeze: adminProcedure
      .input(withReasonSchema)
      .output(accountSchema)
      .mutation(({ ctx, input }) => freezeAccount(ctx, input)),
    unfreeze: adminProcedure
      .input(withReasonSchema)
      .output(accountSchema)
      .mutation(({ ctx, input }) => unfreezeAccount(ctx, input)),
    adjust: adminProcedure
      .meta({ moves: true })
      .input(adjustSchema)
      .output(entrySchema)
      .mutation(({ ctx, input }) => adjust(ctx, input)),
  }),
  transactions: router({
    reverse: adminProcedure
      .meta({ moves: true })
      .input(reverseSchema)
      .output(reversalSchema)
      .mutation(({ ctx, input }) => reverseTransaction(ctx, input)),
  }),
  contacts: router({
    list: adminProcedure
      .input(byId)
      .output(z.array(contactSchema))
      .query(({ ctx, input }) => listContacts(ctx, input)),
    create: adminProcedure
      .input(createContactSchema)
      .output(contactSchema)
      .mutation(({ ctx, input }) => createContact(ctx, input)),
  }),
  audit: router({
    list: adminProcedure
      .input(auditListSchema.prefault({}))
      .output(auditPageSchema)
      .query(({ ctx, input }) => listAudit(ctx, input)),
    export: adminProcedure.input(auditExportSchema).query(({ ctx, input }) => exportAudit(ctx, input)),
    verify: adminProcedure.output(auditVerdictSchema).mutation(({ ctx }) => verifyAudit(ctx.db, ctx.keys)),
  }),
  ledger: router({
    list: adminProcedure
      .input(ledgerListSchema.prefault({}))
      .output(ledgerPageSchema)
      .query(({ ctx, input }) => listLedger(ctx, input)),
    transaction: adminProcedure
      .input(byId)
      .output(ledgerTransactionSchema)
      .query(({ ctx, input }) => ledgerTransaction(ctx, input)),
    export: adminProcedure.input(ledgerExportSchema).query(({ ctx, input }) => exportLedger(ctx, input)),
    reconcile: adminProcedure.output(reconciliationSchema).mutation(({ ctx }) => reconcile(ctx)),
    reconciliations: router({
      list: adminProcedure
        .input(reconciliationListSchema.prefault({}))
        .output(reconciliationPageSchema)
        .query(({ ctx, input }) => listReconciliations(ctx, input)),
      get: adminProcedure
        .input(byId)
        .output(reconciliationSchema)
        .query(({ ctx, input }) => getReconciliation(ctx, input)),
    }),
  }),
  jobs: router({
    list: adminProcedure.output(jobsSchema).query(({ ctx }) => listJobs(ctx)),
    runs: adminProcedure
      .input(jobRunListSchema.prefault({}))
      .output(jobRunPageSchema)
      .query(({ ctx, input }) => listJobRuns(ctx, input)),
    run: adminProcedure
      .input(runJobSchema)
      .output(jobRunSchema)
      .mutation(({ ctx, input }) => runJob(ctx, input)),
    confirmClock: adminFreshProcedure
      .input(confirmClockSchema)
      .output(clockSchema)
      .mutation(({ ctx, input }) => confirmClock(ctx, input)),
  }),
  orders: router({
    stuck: adminProcedure
      .input(waitingPageSchema.prefault({}))
      .output(stuckOrderPageSchema)
      .query(({ ctx, input }) => listStuckOrders(ctx, input)),
  }),
  mail: router({
    givenUp: adminProcedure
      .input(waitingPageSchema.prefault({}))
      .output(givenUpMailPageSchema)
      .query(({ ctx, input }) => listGivenUpMail(ctx, input)),
    retry: adminProcedure
      .input(z.object({ id: idSchema }))
      .output(z.object({ id: z.string() }))
      .mutation(({ ctx, input }) => retryMail(ctx, input)),
    discard: adminProcedure
      .input(z.object({ id: idSchema }))
      .output(z.object({ id: z.string() }))
      .mutation(({ ctx, input }) => discardMail(ctx, input)),
  }),
  settings: router({
    get: adminProcedure.output(settingsSchema).query(({ ctx }) => settings(ctx)),
    update: adminProcedure
      .input(updateSettingSchema)
      .output(updatedSettingSchema)
      .mutation(({ ctx, input }) => updateSetting(ctx, input)),
    testEmail: adminProcedure.output(testEmailSchema).mutation(({ ctx }) => testEmail(ctx)),
  }),
});
