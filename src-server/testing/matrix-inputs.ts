import { DEFAULT_CREDIT_PARAMETERS } from '#domain/credit/parameters';
import type { ProcedurePath } from '#server/rest-table';
import type { Belongings } from './matrix-scene.ts';

/**
 * How a procedure is asked in the authorisation matrix. `owned`: it is about one thing, which is its owner's alone
 * ('owner'), or anybody's who may ask at all ('everybody', as an administrator). `refused`: the status that even the
 * owner gets here, where more than a right is needed (a code, a password); 200 stands for any success.
 */
export type MatrixInput = {
  input: (of: Belongings) => Record<string, unknown>;
  owned?: 'owner' | 'everybody';
  refused?: number;
};

const nothing: MatrixInput = { input: () => ({}) };
const ownedBy = (
  owned: MatrixInput['owned'],
  input: MatrixInput['input'],
  refused?: number,
): MatrixInput => ({ input, ...(owned && { owned }), ...(refused && { refused }) });
const asked = (input: Record<string, unknown>, refused?: number): MatrixInput => ({
  input: () => input,
  ...(refused && { refused }),
});
const BOLETO = '10492006506100010004200997263900989810000021403';
const REASON = 'Pedido da área de risco';

/** One line for every procedure of the bank: a new one without its line fails the matrix. */
const INPUTS: Record<ProcedurePath, MatrixInput> = {
  'auth.register': asked({ username: 'x' }, 400),
  'auth.login': asked({ document: '39053344705', password: 'errada' }, 401),
  'auth.me': nothing,
  'auth.logout': nothing,
  'auth.twoFactor.status': nothing,
  'auth.twoFactor.setup': nothing,
  'auth.twoFactor.verify': asked({ token: '12' }, 400),
  'auth.twoFactor.disable': asked({ token: '123456' }, 409),
  'auth.twoFactor.regenerate': asked({ token: '123456' }, 409),
  'auth.twoFactor.validate': ownedBy(
    undefined,
    ({ userId }) => ({ userId, token: '123456', isBackup: false }),
    401,
  ),
  'auth.sessions.list': nothing,
  'auth.sessions.end': ownedBy('owner', ({ sessionId }) => ({ id: sessionId })),
  'auth.sessions.endOthers': nothing,
  'auth.recovery.request': asked({ email: 'ninguem@correio.example' }),
  'auth.recovery.reset': asked({ token: 'x'.repeat(43), password: 'SenhaForte123' }, 400),
  'auth.tokens.list': nothing,
  'auth.tokens.create': asked({ name: 'Outro', scopes: ['read'], expiresAt: '2026-03-20' }),
  'auth.tokens.revoke': ownedBy('owner', ({ tokenId }) => ({ id: tokenId })),
  'auth.changePassword': asked({ current: 'errada', next: 'SenhaForte123' }, 400),
  'auth.updateProfile': asked({ email: 'x' }, 400),
  'auth.confirmEmail': asked({ token: 'x'.repeat(43) }, 400),
  'auth.exportData': nothing,
  'auth.exportDataPdf': nothing,
  'auth.consents.list': nothing,
  'auth.consents.set': asked({ kind: 'product_news', isGranted: true }),
  'auth.accessHistory': nothing,
  'auth.closeAccount': asked({ password: 'errada', confirmation: 'ENCERRAR' }, 400),
  'auth.notifications.list': nothing,
  'auth.notifications.read': ownedBy('owner', ({ notificationId }) => ({ ids: [notificationId] })),
  'account.list': nothing,
  'account.ledger': ownedBy('owner', ({ accountId }) => ({ accountId })),
  'account.exportLedger': ownedBy('owner', ({ accountId }) => ({ accountId, format: 'csv' })),
  'account.lookup': asked({ accountNumber: '0000-0000' }, 404),
  'account.recipients': nothing,
  'account.contacts': nothing,
  'account.transfer': asked({ accountNumber: '0000-0000', amount: '1.00', description: 'Teste' }, 404),
  'account.receipt': ownedBy('owner', ({ transactionId }) => ({ id: transactionId })),
  'account.boleto.preview': asked({ line: BOLETO }),
  'account.boleto.pay': asked({ line: BOLETO }, 502),
  'account.verifyDocument': asked({ code: '2222-2222-2222-2222-2222' }, 404),
  'account.monthSummary': nothing,
  'account.monthReview': nothing,
  'account.monthReviewPdf': nothing,
  'account.calendar': nothing,
  'account.cep': asked({ cep: 'x' }, 400),
  'contract.list': nothing,
  'contract.get': ownedBy('owner', ({ contractId }) => ({ id: contractId })),
  'contract.requestOtp': ownedBy('owner', ({ contractId }) => ({ id: contractId })),
  'contract.sign': ownedBy('owner', ({ contractId }) => ({ id: contractId, otpCode: 'ABCDEF' }), 400),
  'contract.pdf': ownedBy('owner', ({ contractId }) => ({ id: contractId }), 409),
  'pix.createSubaccount': asked({}, 502),
  'pix.account': asked({}, 404),
  'pix.documents.list': asked({}, 404),
  'pix.documents.send': asked({ documentId: 'x' }, 400),
  'pix.balance': asked({}, 409),
  'pix.keys.list': asked({}, 409),
  'pix.keys.create': asked({ type: 'EVP' }, 409),
  'pix.qrcode': asked({ amount: '1.00', description: 'Teste' }, 409),
  'pix.decode': asked({ payload: 'x' }, 409),
  'pix.transfer': asked({ pixKey: 'ana@correio.example', amount: '1.00' }, 409),
  'pix.move': asked({ direction: 'in', amount: '1.00' }, 409),
  'pix.order': ownedBy('owner', ({ orderId }) => ({ id: orderId })),
  'pix.orders': nothing,
  'investment.products.list': nothing,
  'investment.products.create': asked({
    name: 'LCI',
    description: 'Isenta',
    minAmount: '1.00',
    annualRate: '9.00',
    termDays: 360,
  }),
  'investment.products.update': ownedBy('everybody', ({ productId }) => ({ id: productId, isActive: false })),
  'investment.list': nothing,
  'investment.maturities': nothing,
  'investment.create': ownedBy('everybody', ({ productId }) => ({ productId, amount: '5.00' })),
  'investment.redeem': ownedBy('owner', ({ investmentId }) => ({ id: investmentId })),
  'credit.parameters.get': nothing,
  'credit.parameters.update': asked(DEFAULT_CREDIT_PARAMETERS),
  'credit.simulate': asked({ amount: '100.00', termMonths: 2 }),
  'credit.proposals.list': nothing,
  'credit.proposals.get': ownedBy('everybody', ({ proposalId }) => ({ id: proposalId })),
  'credit.proposals.create': asked({ amount: '100.00', termMonths: 2, purpose: 'Material de estudo' }),
  'credit.proposals.askReview': ownedBy('owner', ({ proposalId }) => ({ id: proposalId })),
  'credit.proposals.startAnalysis': ownedBy('everybody', ({ proposalId }) => ({ id: proposalId })),
  'credit.proposals.approve': ownedBy('everybody', ({ proposalId }) => ({ id: proposalId })),
  'credit.proposals.reject': ownedBy('everybody', ({ proposalId }) => ({ id: proposalId })),
  'credit.proposals.uploadAnalysis': ownedBy(undefined, ({ proposalId }) => ({ id: proposalId }), 400),
  'credit.proposals.analysisPdf': ownedBy('everybody', ({ proposalId }) => ({ id: proposalId })),
  'credit.schedules': nothing,
  'credit.payInstallment': ownedBy('owner', ({ instalmentId }) => ({ id: instalmentId })),
  'credit.payInstallments': ownedBy('owner', ({ instalmentId }) => ({ ids: [instalmentId] })),
  'credit.summary': nothing,
  'credit.rating': nothing,
  'credit.operations.list': nothing,
  'credit.operations.sendEmail': ownedBy('everybody', ({ creditId }) => ({ id: creditId }), 409),
  'credit.operations.negativate': ownedBy('everybody', ({ creditId }) => ({ id: creditId }), 409),
  'admin.dashboard': nothing,
  'admin.users.list': nothing,
  'admin.users.get': ownedBy('everybody', ({ userId }) => ({ id: userId })),
  'admin.users.deactivate': ownedBy('everybody', ({ userId }) => ({ id: userId, reason: REASON })),
  'admin.users.activate': ownedBy('everybody', ({ userId }) => ({ id: userId, reason: REASON }), 409),
  'admin.accounts.list': nothing,
  'admin.accounts.freeze': ownedBy('everybody', ({ accountId }) => ({ id: accountId, reason: REASON })),
  'admin.accounts.unfreeze': ownedBy(
    'everybody',
    ({ accountId }) => ({ id: accountId, reason: REASON }),
    409,
  ),
  'admin.accounts.adjust': ownedBy('everybody', ({ accountId }) => ({
    id: accountId,
    amount: '1.00',
    reason: REASON,
  })),
  'admin.transactions.reverse': ownedBy('everybody', ({ transactionId }) => ({
    id: transactionId,
    reason: REASON,
  })),
  'admin.contacts.list': ownedBy('everybody', ({ userId }) => ({ id: userId })),
  'admin.contacts.create': ownedBy('everybody', ({ userId }) => ({
    clientId: userId,
    contactType: 'suporte',
    notes: 'Dúvida sobre o extrato',
    difficulty: 'facil',
    resolved: true,
  })),
  'admin.audit.list': nothing,
  'admin.audit.export': nothing,
  'admin.audit.verify': nothing,
  'admin.overview': nothing,
  'admin.ledger.list': nothing,
  'admin.ledger.export': nothing,
  'admin.ledger.transaction': ownedBy('everybody', ({ transactionId }) => ({ id: transactionId })),
  'admin.ledger.reconcile': nothing,
  'admin.ledger.reconciliations.list': nothing,
  'admin.ledger.reconciliations.get': ownedBy(undefined, () => ({ id: 'x' }), 404),
  'admin.jobs.list': nothing,
  'admin.jobs.runs': nothing,
  'admin.jobs.run': asked({ name: 'backup' }),
  'admin.settings.get': nothing,
  'admin.settings.update': asked({ name: 'notifyNewClients', value: false }),
  'admin.settings.testEmail': nothing,
};

/** The same by any path; the compiler sees to it that each has its line. */
export const MATRIX_INPUTS: Record<string, MatrixInput | undefined> = INPUTS;
