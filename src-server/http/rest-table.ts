import type { AnyProcedure } from '@trpc/server';
import type { AppRouter } from '#server/router';

type PathsOf<Routes, Prefix extends string = ''> = {
  [Name in keyof Routes & string]: Routes[Name] extends AnyProcedure
    ? `${Prefix}${Name}`
    : PathsOf<Routes[Name], `${Prefix}${Name}.`>;
}[keyof Routes & string];

/** 'account.transfer' and its like: a path that does not exist does not compile. */
export type ProcedurePath = PathsOf<AppRouter['_def']['procedures']>;

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `status` of success (200) · `reply`: JSON, a PDF shown in the browser, or a file to keep; for the latter two the procedure
 * answers a `FileAnswer` · `fileTypes`: what the file may be, in OpenAPI · `multipart`: the fields that carry a file, all
 * others are text · `listsErrors`: several messages of a validation are a list.
 */
export type RowOptions = {
  status?: 200 | 201;
  reply?: 'json' | 'pdf' | 'file';
  fileTypes?: readonly [string, ...string[]];
  multipart?: readonly [string, ...string[]];
  listsErrors?: true;
};

/** Method, path with `:parameters`, procedure, and the word its answer is wrapped in (null: as it comes). */
export type RestRow<Procedure extends string = string> = readonly [
  method: RestMethod,
  path: `/api/${string}`,
  procedure: Procedure,
  wrapper: string | null,
  options?: RowOptions,
];

const ROWS = [
  ['POST', '/api/auth/register', 'auth.register', 'user', { status: 201 }],
  ['POST', '/api/auth/login', 'auth.login', null],
  ['GET', '/api/auth/me', 'auth.me', null],
  ['POST', '/api/auth/logout', 'auth.logout', null],
  ['GET', '/api/auth/sessions', 'auth.sessions.list', 'sessions'],
  ['DELETE', '/api/auth/sessions', 'auth.sessions.endOthers', null],
  ['DELETE', '/api/auth/sessions/:id', 'auth.sessions.end', null],
  ['POST', '/api/auth/change-password', 'auth.changePassword', null],
  ['POST', '/api/auth/forgot-password', 'auth.recovery.request', null],
  ['POST', '/api/auth/reset-password', 'auth.recovery.reset', null],
  ['GET', '/api/auth/tokens', 'auth.tokens.list', 'tokens'],
  ['POST', '/api/auth/tokens', 'auth.tokens.create', 'token', { status: 201 }],
  ['DELETE', '/api/auth/tokens/:id', 'auth.tokens.revoke', null],
  ['PUT', '/api/auth/profile', 'auth.updateProfile', 'user'],
  ['POST', '/api/auth/reauthenticate', 'auth.reauthenticate', null],
  ['POST', '/api/auth/confirm-email', 'auth.confirmEmail', null],
  ['POST', '/api/auth/undo-email-change', 'auth.undoEmailChange', null],
  ['GET', '/api/auth/contacts', 'auth.contacts.list', null],
  ['POST', '/api/auth/contacts/:channel/request-code', 'auth.contacts.requestCode', null],
  ['POST', '/api/auth/contacts/:channel/confirm', 'auth.contacts.confirm', null],
  ['GET', '/api/auth/my-data', 'auth.exportData', null, { reply: 'file', fileTypes: ['application/json'] }],
  [
    'GET',
    '/api/auth/my-data/pdf',
    'auth.exportDataPdf',
    null,
    { reply: 'file', fileTypes: ['application/pdf'] },
  ],
  ['GET', '/api/auth/consents', 'auth.consents.list', null],
  ['POST', '/api/auth/consents', 'auth.consents.set', null],
  ['GET', '/api/auth/access-history', 'auth.accessHistory', null],
  ['POST', '/api/auth/close-account', 'auth.closeAccount', null],
  ['POST', '/api/2fa/validate', 'auth.twoFactor.validate', null],
  ['GET', '/api/2fa/status', 'auth.twoFactor.status', null],
  ['POST', '/api/2fa/setup', 'auth.twoFactor.setup', null],
  ['POST', '/api/2fa/verify', 'auth.twoFactor.verify', null],
  ['POST', '/api/2fa/disable', 'auth.twoFactor.disable', null],
  ['POST', '/api/2fa/regenerate', 'auth.twoFactor.regenerate', null],
  ['POST', '/api/2fa/undo', 'auth.twoFactor.undo', null],
  ['GET', '/api/notifications', 'auth.notifications.list', null],
  ['POST', '/api/notifications/read', 'auth.notifications.read', null],
  ['GET', '/api/accounts', 'account.list', null],
  ['GET', '/api/ledger', 'account.ledger', null],
  [
    'GET',
    '/api/ledger/export',
    'account.exportLedger',
    null,
    { reply: 'file', fileTypes: ['text/csv', 'application/x-ofx', 'application/pdf'] },
  ],
  ['GET', '/api/accounts/lookup', 'account.lookup', 'holder'],
  ['GET', '/api/accounts/recipients', 'account.recipients', 'recipients'],
  ['GET', '/api/accounts/month-summary', 'account.monthSummary', null],
  ['GET', '/api/accounts/month-review', 'account.monthReview', null],
  [
    'GET',
    '/api/accounts/month-review/pdf',
    'account.monthReviewPdf',
    null,
    { reply: 'file', fileTypes: ['application/pdf'] },
  ],
  [
    'GET',
    '/api/accounts/calendar',
    'account.calendar',
    null,
    { reply: 'file', fileTypes: ['text/calendar'] },
  ],
  ['POST', '/api/transfers', 'account.transfer', 'transfer', { status: 201 }],
  ['GET', '/api/transfers/:id/receipt', 'account.receipt', null, { reply: 'pdf' }],
  ['GET', '/api/verify/:code', 'account.verifyDocument', 'document'],
  ['GET', '/api/cep/:cep', 'account.cep', null],
  ['GET', '/api/client/contacts', 'account.contacts', 'contacts'],
  ['POST', '/api/clients/:clientId/contacts', 'admin.contacts.create', 'contact', { status: 201 }],
  ['GET', '/api/clients/:id/contacts', 'admin.contacts.list', 'contacts'],
  ['GET', '/api/users/:id', 'admin.users.get', 'user'],
  ['GET', '/api/admin/users', 'admin.users.list', null],
  ['POST', '/api/admin/users/:id/deactivate', 'admin.users.deactivate', 'user'],
  ['POST', '/api/admin/users/:id/activate', 'admin.users.activate', 'user'],
  ['GET', '/api/admin/accounts', 'admin.accounts.list', null],
  ['POST', '/api/admin/accounts/:id/freeze', 'admin.accounts.freeze', 'account'],
  ['POST', '/api/admin/accounts/:id/unfreeze', 'admin.accounts.unfreeze', 'account'],
  ['POST', '/api/admin/transactions/:id/reverse', 'admin.transactions.reverse', 'transaction'],
  ['GET', '/api/admin/audit', 'admin.audit.list', null],
  ['GET', '/api/admin/audit/export', 'admin.audit.export', null, { reply: 'file', fileTypes: ['text/csv'] }],
  ['POST', '/api/admin/audit/verify', 'admin.audit.verify', null],
  ['POST', '/api/admin/ledger/reconcile', 'admin.ledger.reconcile', null],
  ['GET', '/api/admin/ledger/reconciliations', 'admin.ledger.reconciliations.list', null],
  ['GET', '/api/admin/ledger/reconciliations/:id', 'admin.ledger.reconciliations.get', 'reconciliation'],
  ['POST', '/api/admin/accounts/:id/adjust', 'admin.accounts.adjust', 'entry', { status: 201 }],
  ['GET', '/api/admin/dashboard', 'admin.dashboard', null],
  ['GET', '/api/admin/overview', 'admin.overview', null],
  ['GET', '/api/admin/ahead', 'admin.ahead', null],
  ['GET', '/api/admin/ledger', 'admin.ledger.list', null],
  [
    'GET',
    '/api/admin/ledger/export',
    'admin.ledger.export',
    null,
    { reply: 'file', fileTypes: ['text/csv'] },
  ],
  ['GET', '/api/admin/transactions/:id', 'admin.ledger.transaction', 'transaction'],
  ['GET', '/api/admin/jobs', 'admin.jobs.list', null],
  ['GET', '/api/admin/jobs/runs', 'admin.jobs.runs', null],
  ['POST', '/api/admin/jobs/:name/run', 'admin.jobs.run', 'run', { status: 201 }],
  ['POST', '/api/admin/clock/confirm', 'admin.jobs.confirmClock', 'clock'],
  ['GET', '/api/admin/orders/stuck', 'admin.orders.stuck', null],
  ['GET', '/api/admin/mail', 'admin.mail.givenUp', null],
  ['POST', '/api/admin/mail/:id/retry', 'admin.mail.retry', null],
  ['DELETE', '/api/admin/mail/:id', 'admin.mail.discard', null],
  ['GET', '/api/admin/settings', 'admin.settings.get', 'settings'],
  ['PATCH', '/api/admin/settings/:name', 'admin.settings.update', 'setting'],
  ['POST', '/api/admin/settings/test-email', 'admin.settings.testEmail', null],
  ['GET', '/api/contracts', 'contract.list', 'contracts'],
  ['GET', '/api/contracts/:id', 'contract.get', 'contract'],
  ['POST', '/api/contracts/:id/request-otp', 'contract.requestOtp', null],
  ['POST', '/api/contracts/:id/sign', 'contract.sign', 'contract'],
  ['GET', '/api/contracts/:id/pdf', 'contract.pdf', null, { reply: 'pdf' }],
  ['POST', '/api/asaas/create-subaccount', 'pix.createSubaccount', null, { status: 201 }],
  ['GET', '/api/asaas/account', 'pix.account', 'account'],
  ['GET', '/api/asaas/documents', 'pix.documents.list', null],
  ['POST', '/api/asaas/documents', 'pix.documents.send', 'document', { status: 201, multipart: ['file'] }],
  ['GET', '/api/asaas/balance', 'pix.balance', null],
  ['GET', '/api/asaas/pix/keys', 'pix.keys.list', 'keys'],
  ['POST', '/api/asaas/pix/create-key', 'pix.keys.create', 'key', { status: 201 }],
  ['POST', '/api/asaas/pix/qrcode', 'pix.qrcode', 'qrCode'],
  ['POST', '/api/asaas/pix/decode', 'pix.decode', 'pix'],
  ['POST', '/api/asaas/pix/transfer', 'pix.transfer', 'transfer', { status: 201 }],
  ['POST', '/api/asaas/move', 'pix.move', 'transfer', { status: 201 }],
  ['GET', '/api/asaas/orders', 'pix.orders', 'orders'],
  ['GET', '/api/asaas/orders/:id', 'pix.order', 'order'],
  ['POST', '/api/boletos/preview', 'account.boleto.preview', 'boleto'],
  ['POST', '/api/boletos/pay', 'account.boleto.pay', 'payment', { status: 201 }],
  ['GET', '/api/investments/products', 'investment.products.list', 'products'],
  ['POST', '/api/investments/products', 'investment.products.create', 'product', { status: 201 }],
  ['PATCH', '/api/investments/products/:id', 'investment.products.update', 'product'],
  ['GET', '/api/investments', 'investment.list', null],
  ['GET', '/api/investments/maturities', 'investment.maturities', 'maturities'],
  ['POST', '/api/investments', 'investment.create', 'investment', { status: 201 }],
  ['POST', '/api/investments/:id/redeem', 'investment.redeem', 'investment'],
  ['GET', '/api/credit/parameters', 'credit.parameters.get', 'parameters'],
  ['PUT', '/api/credit/parameters', 'credit.parameters.update', 'parameters'],
  ['POST', '/api/credit/simulate', 'credit.simulate', 'simulation'],
  ['GET', '/api/credit/proposals', 'credit.proposals.list', null],
  ['GET', '/api/credit/proposals/:id', 'credit.proposals.get', 'proposal'],
  [
    'POST',
    '/api/credit/proposals',
    'credit.proposals.create',
    'proposal',
    { status: 201, listsErrors: true },
  ],
  ['POST', '/api/credit/proposals/:id/ask-review', 'credit.proposals.askReview', 'proposal'],
  ['POST', '/api/credit/proposals/:id/answer-review', 'credit.proposals.answerReview', 'proposal'],
  ['POST', '/api/credit/proposals/:id/start-analysis', 'credit.proposals.startAnalysis', 'proposal'],
  ['PATCH', '/api/credit/proposals/:id/approve', 'credit.proposals.approve', 'proposal'],
  ['PATCH', '/api/credit/proposals/:id/reject', 'credit.proposals.reject', 'proposal'],
  [
    'POST',
    '/api/credit/proposals/:id/upload-analysis',
    'credit.proposals.uploadAnalysis',
    'proposal',
    { multipart: ['pdf'] },
  ],
  [
    'GET',
    '/api/credit/proposals/:id/analysis-pdf',
    'credit.proposals.analysisPdf',
    null,
    { reply: 'file', fileTypes: ['application/pdf'] },
  ],
  ['GET', '/api/credit/summary', 'credit.summary', null],
  ['GET', '/api/credit/rating', 'credit.rating', 'rating'],
  ['GET', '/api/credit/schedules', 'credit.schedules', null],
  ['POST', '/api/credit/schedules/pay', 'credit.payInstallments', null],
  ['POST', '/api/credit/schedules/:id/pay', 'credit.payInstallment', 'schedule'],
  ['GET', '/api/credit/operations', 'credit.operations.list', null],
  ['POST', '/api/credit/operations/:id/send-email', 'credit.operations.sendEmail', null],
  ['POST', '/api/credit/operations/:id/negativate', 'credit.operations.negativate', 'operation'],
] as const satisfies readonly RestRow<ProcedurePath>[];

/** What a row says, word by word. */
export type KnownRestRow = (typeof ROWS)[number];

/** The REST contract: each row is the tRPC procedure of the same name, called through `rest.ts`; no row has logic. */
export const REST_TABLE: readonly RestRow<ProcedurePath>[] = ROWS;
