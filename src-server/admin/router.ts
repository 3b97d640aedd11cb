import { z } from 'zod';
import { adjustSchema } from '#domain/account/transfer';
import { accountListSchema, userListSchema } from '#domain/admin/lists';
import { overviewInputSchema } from '#domain/admin/overview';
import { withReasonSchema } from '#domain/admin/reason';
import { waitingPageSchema } from '#domain/admin/waiting';
import { createContactSchema } from '#domain/contact/register';
import { confirmClockSchema, jobRunListSchema, runJobSchema } from '#domain/jobs/list';
import { idSchema } from '#domain/page';
import { updateSettingSchema } from '#domain/settings';
import { named } from '#server/access/named';
import { adminFreshProcedure, adminProcedure, router } from '#server/access/trpc';
import { freezeAccount, unfreezeAccount } from '#server/account/account-freeze';
import { adjust } from '#server/account/adjust';
import { contactSchema } from '#server/account/contacts';
import { everyAccount } from '#server/account/list-accounts';
import { accountPageSchema, accountSchema, entrySchema } from '#server/account/shapes';
import { ahead, aheadSchema } from './ahead.ts';
import { auditRouter, ledgerRouter, transactionsRouter } from './books-router.ts';
import { clockSchema } from './clock.ts';
import { confirmClock } from './confirm-clock.ts';
import { createContact, listContacts } from './contacts.ts';
import { dashboard, dashboardSchema } from './dashboard.ts';
import { discardMail, givenUpMailPageSchema, listGivenUpMail, retryMail } from './given-up-mail.ts';
import { jobRunPageSchema, jobRunSchema, listJobRuns } from './job-runs-list.ts';
import { jobsSchema, listJobs, runJob } from './jobs.ts';
import { overview, overviewSchema } from './overview.ts';
import { settings, settingsSchema } from './settings.ts';
import { testEmail, testEmailSchema } from './settings-test-email.ts';
import { updatedSettingSchema, updateSetting } from './settings-update.ts';
import { listStuckOrders, stuckOrderPageSchema } from './stuck-orders.ts';
import { activateUser, deactivateUser } from './user-access.ts';
import { adminUserSchema, listedUserSchema, listUsers, userPageSchema, viewUser } from './users.ts';

const byId = z.object({ id: idSchema });

export const adminRouter = router({
  dashboard: named(
    'Totais do banco e atividades recentes',
    ['GET', '/api/admin/dashboard'],
    adminProcedure.output(dashboardSchema).query(({ ctx }) => dashboard(ctx)),
  ),
  overview: named(
    'O que espera por alguém, e o banco em 7, 30 ou 90 dias',
    ['GET', '/api/admin/overview'],
    adminProcedure
      .input(overviewInputSchema.prefault({}))
      .output(overviewSchema)
      .query(({ ctx, input }) => overview(ctx, input)),
  ),
  ahead: named(
    'O que vence em 7, 30 ou 90 dias, dia a dia',
    ['GET', '/api/admin/ahead'],
    adminProcedure
      .input(overviewInputSchema.prefault({}))
      .output(aheadSchema)
      .query(({ ctx, input }) => ahead(ctx, input)),
  ),
  users: router({
    list: named(
      'Pessoas, com busca e filtros',
      ['GET', '/api/admin/users'],
      adminProcedure
        .input(userListSchema.prefault({}))
        .output(userPageSchema)
        .query(({ ctx, input }) => listUsers(ctx, input)),
    ),
    get: named(
      'Uma pessoa, com os dados de cadastro',
      ['GET', '/api/users/:id', 'user'],
      adminProcedure
        .input(byId)
        .output(adminUserSchema)
        .query(({ ctx, input }) => viewUser(ctx, input)),
    ),
    deactivate: named(
      'Tira o acesso de uma pessoa',
      ['POST', '/api/admin/users/:id/deactivate', 'user'],
      adminProcedure
        .input(withReasonSchema)
        .output(listedUserSchema)
        .mutation(({ ctx, input }) => deactivateUser(ctx, input)),
    ),
    activate: named(
      'Devolve o acesso a uma pessoa',
      ['POST', '/api/admin/users/:id/activate', 'user'],
      adminProcedure
        .input(withReasonSchema)
        .output(listedUserSchema)
        .mutation(({ ctx, input }) => activateUser(ctx, input)),
    ),
  }),
  accounts: router({
    list: named(
      'Contas, com busca e filtros',
      ['GET', '/api/admin/accounts'],
      adminProcedure
        .input(accountListSchema.prefault({}))
        .output(accountPageSchema)
        .query(({ ctx, input }) => everyAccount(ctx.db, input)),
    ),
    freeze: named(
      'Bloqueia uma conta',
      ['POST', '/api/admin/accounts/:id/freeze', 'account'],
      adminProcedure
        .input(withReasonSchema)
        .output(accountSchema)
        .mutation(({ ctx, input }) => freezeAccount(ctx, input)),
    ),
    unfreeze: named(
      'Desbloqueia uma conta',
      ['POST', '/api/admin/accounts/:id/unfreeze', 'account'],
      adminProcedure
        .input(withReasonSchema)
        .output(accountSchema)
        .mutation(({ ctx, input }) => unfreezeAccount(ctx, input)),
    ),
    adjust: named(
      'Ajusta o saldo de uma conta, com o motivo',
      ['POST', '/api/admin/accounts/:id/adjust', 'entry', { status: 201 }],
      adminProcedure
        .meta({ moves: true })
        .input(adjustSchema)
        .output(entrySchema)
        .mutation(({ ctx, input }) => adjust(ctx, input)),
    ),
  }),
  contacts: router({
    list: named(
      'Atendimentos de um cliente',
      ['GET', '/api/clients/:id/contacts', 'contacts'],
      adminProcedure
        .input(byId)
        .output(z.array(contactSchema))
        .query(({ ctx, input }) => listContacts(ctx, input)),
    ),
    create: named(
      'Registra um atendimento',
      ['POST', '/api/clients/:clientId/contacts', 'contact', { status: 201 }],
      adminProcedure
        .input(createContactSchema)
        .output(contactSchema)
        .mutation(({ ctx, input }) => createContact(ctx, input)),
    ),
  }),
  transactions: transactionsRouter,
  audit: auditRouter,
  ledger: ledgerRouter,
  jobs: router({
    list: named(
      'Tarefas do banco, filas e cópias de segurança',
      ['GET', '/api/admin/jobs'],
      adminProcedure.output(jobsSchema).query(({ ctx }) => listJobs(ctx)),
    ),
    runs: named(
      'Execuções das tarefas',
      ['GET', '/api/admin/jobs/runs'],
      adminProcedure
        .input(jobRunListSchema.prefault({}))
        .output(jobRunPageSchema)
        .query(({ ctx, input }) => listJobRuns(ctx, input)),
    ),
    run: named(
      'Executa uma tarefa agora',
      ['POST', '/api/admin/jobs/:name/run', 'run', { status: 201 }],
      adminProcedure
        .input(runJobSchema)
        .output(jobRunSchema)
        .mutation(({ ctx, input }) => runJob(ctx, input)),
    ),
    confirmClock: named(
      'Confirma o relógio da máquina',
      ['POST', '/api/admin/clock/confirm', 'clock'],
      adminFreshProcedure
        .input(confirmClockSchema)
        .output(clockSchema)
        .mutation(({ ctx, input }) => confirmClock(ctx, input)),
    ),
  }),
  orders: router({
    stuck: named(
      'Pagamentos há tempo sem desfecho no provedor',
      ['GET', '/api/admin/orders/stuck'],
      adminProcedure
        .input(waitingPageSchema.prefault({}))
        .output(stuckOrderPageSchema)
        .query(({ ctx, input }) => listStuckOrders(ctx, input)),
    ),
  }),
  mail: router({
    givenUp: named(
      'E-mails que não puderam ser enviados',
      ['GET', '/api/admin/mail'],
      adminProcedure
        .input(waitingPageSchema.prefault({}))
        .output(givenUpMailPageSchema)
        .query(({ ctx, input }) => listGivenUpMail(ctx, input)),
    ),
    retry: named(
      'Tenta de novo um e-mail que não pôde ser enviado',
      ['POST', '/api/admin/mail/:id/retry'],
      adminProcedure
        .input(z.object({ id: idSchema }))
        .output(z.object({ id: z.string() }))
        .mutation(({ ctx, input }) => retryMail(ctx, input)),
    ),
    discard: named(
      'Descarta um e-mail que não pôde ser enviado',
      ['DELETE', '/api/admin/mail/:id'],
      adminProcedure
        .input(z.object({ id: idSchema }))
        .output(z.object({ id: z.string() }))
        .mutation(({ ctx, input }) => discardMail(ctx, input)),
    ),
  }),
  settings: router({
    get: named(
      'Configurações e estado do sistema',
      ['GET', '/api/admin/settings', 'settings'],
      adminProcedure.output(settingsSchema).query(({ ctx }) => settings(ctx)),
    ),
    update: named(
      'Altera uma configuração',
      ['PATCH', '/api/admin/settings/:name', 'setting'],
      adminProcedure
        .input(updateSettingSchema)
        .output(updatedSettingSchema)
        .mutation(({ ctx, input }) => updateSetting(ctx, input)),
    ),
    testEmail: named(
      'Envia um e-mail de teste a quem pede',
      ['POST', '/api/admin/settings/test-email'],
      adminProcedure.output(testEmailSchema).mutation(({ ctx }) => testEmail(ctx)),
    ),
  }),
});
