import { z } from 'zod';
import { adjustSchema } from '#domain/account/transfer';
import { accountListSchema } from '#domain/admin/lists';
import { overviewInputSchema } from '#domain/admin/overview';
import { withReasonSchema } from '#domain/admin/reason';
import { changeContactSchema, createContactSchema } from '#domain/contact/register';
import { confirmClockSchema, jobRunListSchema, runJobSchema } from '#domain/jobs/list';
import { byIdSchema, pageInputSchema } from '#domain/page';
import { updateSettingSchema } from '#domain/settings';
import { calls, named } from '#server/access/named';
import { adminFreshProcedure, adminMoneyProcedure, adminProcedure, router } from '#server/access/trpc';
import { freezeAccount, unfreezeAccount } from '#server/account/account-freeze';
import { adjust } from '#server/account/adjust';
import { contactSchema } from '#server/account/contacts';
import { everyAccount } from '#server/account/list-accounts';
import { accountPageSchema, accountSchema, entrySchema } from '#server/account/shapes';
import { ahead, aheadSchema } from './ahead.ts';
import { auditRouter, heldRouter, ledgerRouter, transactionsRouter } from './books-router.ts';
import { clockSchema } from './clock.ts';
import { confirmClock } from './confirm-clock.ts';
import { changeContact, createContact, listContacts } from './contacts.ts';
import { dashboard, dashboardSchema } from './dashboard.ts';
import { discardMail, givenUpMailPageSchema, listGivenUpMail, retryMail } from './given-up-mail.ts';
import { jobRunPageSchema, jobRunSchema, listJobRuns } from './job-runs-list.ts';
import { jobsSchema, listJobs, runJob } from './jobs.ts';
import { overview, overviewSchema } from './overview.ts';
import { reviewsRouter, signalsRouter } from './protection-router.ts';
import { settings, settingsSchema } from './settings.ts';
import { testEmail, testEmailSchema } from './settings-test-email.ts';
import { updatedSettingSchema, updateSetting } from './settings-update.ts';
import { listStuckOrders, stuckOrderPageSchema } from './stuck-orders.ts';
import { usersRouter } from './users-router.ts';

export const adminRouter = router({
  dashboard: named(
    'Totais do banco e atividades recentes',
    ['GET', '/api/admin/dashboard'],
    adminProcedure.meta({ reads: 'replica' }).output(dashboardSchema).query(calls(dashboard)),
  ),
  overview: named(
    'O que espera por alguém, e o banco em 7, 30 ou 90 dias',
    ['GET', '/api/admin/overview'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(overviewInputSchema.prefault({}))
      .output(overviewSchema)
      .query(calls(overview)),
  ),
  ahead: named(
    'O que vence em 7, 30 ou 90 dias, dia a dia',
    ['GET', '/api/admin/ahead'],
    adminProcedure
      .meta({ reads: 'replica' })
      .input(overviewInputSchema.prefault({}))
      .output(aheadSchema)
      .query(calls(ahead)),
  ),
  users: usersRouter,
  accounts: router({
    list: named(
      'Contas, com busca e filtros',
      ['GET', '/api/admin/accounts'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(accountListSchema)
        .output(accountPageSchema)
        .query(calls(everyAccount)),
    ),
    freeze: named(
      'Bloqueia uma conta',
      ['POST', '/api/admin/accounts/:id/freeze', 'account'],
      adminProcedure
        .meta({ line: 'ending' })
        .input(withReasonSchema)
        .output(accountSchema)
        .mutation(calls(freezeAccount)),
    ),
    unfreeze: named(
      'Desbloqueia uma conta',
      ['POST', '/api/admin/accounts/:id/unfreeze', 'account'],
      adminProcedure.input(withReasonSchema).output(accountSchema).mutation(calls(unfreezeAccount)),
    ),
    adjust: named(
      'Ajusta o saldo de uma conta, com o motivo',
      ['POST', '/api/admin/accounts/:id/adjust', 'entry', { status: 201 }],
      adminMoneyProcedure.input(adjustSchema).output(entrySchema).mutation(calls(adjust)),
    ),
  }),
  contacts: router({
    list: named(
      'Atendimentos de um cliente',
      ['GET', '/api/clients/:id/contacts', 'contacts'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(byIdSchema)
        .output(z.array(contactSchema))
        .query(calls(listContacts)),
    ),
    create: named(
      'Registra um atendimento',
      ['POST', '/api/clients/:clientId/contacts', 'contact', { status: 201 }],
      adminProcedure.input(createContactSchema).output(contactSchema).mutation(calls(createContact)),
    ),
    change: named(
      'Corrige ou resolve um atendimento',
      ['PATCH', '/api/admin/contacts/:id', 'contact'],
      adminProcedure.input(changeContactSchema).output(contactSchema).mutation(calls(changeContact)),
    ),
  }),
  transactions: transactionsRouter,
  held: heldRouter,
  reviews: reviewsRouter,
  signals: signalsRouter,
  audit: auditRouter,
  ledger: ledgerRouter,
  jobs: router({
    list: named(
      'Tarefas do banco, filas e cópias de segurança',
      ['GET', '/api/admin/jobs'],
      adminProcedure.output(jobsSchema).query(calls(listJobs)),
    ),
    runs: named(
      'Execuções das tarefas',
      ['GET', '/api/admin/jobs/runs'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(jobRunListSchema)
        .output(jobRunPageSchema)
        .query(calls(listJobRuns)),
    ),
    run: named(
      'Executa uma tarefa agora',
      ['POST', '/api/admin/jobs/:name/run', 'run', { status: 201 }],
      adminProcedure.input(runJobSchema).output(jobRunSchema).mutation(calls(runJob)),
    ),
    confirmClock: named(
      'Confirma o relógio da máquina',
      ['POST', '/api/admin/clock/confirm', 'clock'],
      adminFreshProcedure.input(confirmClockSchema).output(clockSchema).mutation(calls(confirmClock)),
    ),
  }),
  orders: router({
    stuck: named(
      'Pagamentos há tempo sem desfecho no provedor',
      ['GET', '/api/admin/orders/stuck'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(pageInputSchema)
        .output(stuckOrderPageSchema)
        .query(calls(listStuckOrders)),
    ),
  }),
  mail: router({
    givenUp: named(
      'E-mails que não puderam ser enviados',
      ['GET', '/api/admin/mail'],
      adminProcedure
        .meta({ reads: 'replica' })
        .input(pageInputSchema)
        .output(givenUpMailPageSchema)
        .query(calls(listGivenUpMail)),
    ),
    retry: named(
      'Tenta de novo um e-mail que não pôde ser enviado',
      ['POST', '/api/admin/mail/:id/retry'],
      adminProcedure
        .input(byIdSchema)
        .output(z.object({ id: z.string() }))
        .mutation(calls(retryMail)),
    ),
    discard: named(
      'Descarta um e-mail que não pôde ser enviado',
      ['DELETE', '/api/admin/mail/:id'],
      adminProcedure
        .input(byIdSchema)
        .output(z.object({ id: z.string() }))
        .mutation(calls(discardMail)),
    ),
  }),
  settings: router({
    get: named(
      'Configurações e estado do sistema',
      ['GET', '/api/admin/settings', 'settings'],
      adminProcedure.output(settingsSchema).query(calls(settings)),
    ),
    update: named(
      'Altera uma configuração',
      ['PATCH', '/api/admin/settings/:name', 'setting'],
      adminProcedure.input(updateSettingSchema).output(updatedSettingSchema).mutation(calls(updateSetting)),
    ),
    testEmail: named(
      'Envia um e-mail de teste a quem pede',
      ['POST', '/api/admin/settings/test-email'],
      adminProcedure.output(testEmailSchema).mutation(calls(testEmail)),
    ),
  }),
});
