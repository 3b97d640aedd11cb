/**
 * Who may call one procedure.
 *
 * - `who`: everybody, every signed-in user, customers alone, or administrators alone.
 * - `token`: which access tokens reach it: any ('read'), one that may move money ('money'), or none.
 * - `needsSession`: it works on the session it is asked in, so that no token can ever reach it.
 * - `withoutTwoFactor`: open to an administrator who lacks the second factor that the bank asks of administrators. What is
 *   public is open to them anyway.
 * - `freshProof`: a session alone is not enough: within the last 10 minutes the person gave the password and, if they have
 *   one, the second factor ('whole'); the password, as the call brings the factor ('password'); or whole, for some inputs
 *   ('forSome').
 */
export type WhoMay = {
  who: 'public' | 'signedIn' | 'customer' | 'admin';
  token: 'read' | 'money' | 'none';
  needsSession?: true;
  withoutTwoFactor?: true;
  freshProof?: 'whole' | 'password' | 'forSome';
};

/**
 * Who may call each procedure of the bank, written by hand from the specification: the authorisation tests expect what
 * stands here, never what a procedure says of itself. Add a line for a new procedure, and change one only when the
 * specification changes.
 */
export const WHO_MAY: Readonly<Record<string, WhoMay | undefined>> = {
  // Into the bank, and back out. A script has its token and needs none of it.
  'auth.register': { who: 'public', token: 'none' },
  'auth.login': { who: 'public', token: 'none' },
  'auth.logout': { who: 'public', token: 'none' },
  'auth.confirmEmail': { who: 'public', token: 'none' },
  'auth.undoEmailChange': { who: 'public', token: 'none' },
  'auth.twoFactor.undo': { who: 'public', token: 'none' },
  'auth.recovery.request': { who: 'public', token: 'none' },
  'auth.recovery.reset': { who: 'public', token: 'none' },
  // Asked by a browser that gave the password and has no session yet.
  'auth.twoFactor.validate': { who: 'public', token: 'none' },

  // What lets a person in or keeps them out: in person alone.
  'auth.twoFactor.status': { who: 'signedIn', token: 'none', needsSession: true, withoutTwoFactor: true },
  'auth.twoFactor.setup': {
    who: 'signedIn',
    token: 'none',
    needsSession: true,
    withoutTwoFactor: true,
    freshProof: 'whole',
  },
  'auth.twoFactor.verify': {
    who: 'signedIn',
    token: 'none',
    needsSession: true,
    withoutTwoFactor: true,
    freshProof: 'whole',
  },
  'auth.twoFactor.disable': {
    who: 'signedIn',
    token: 'none',
    needsSession: true,
    withoutTwoFactor: true,
    freshProof: 'password',
  },
  'auth.twoFactor.regenerate': {
    who: 'signedIn',
    token: 'none',
    needsSession: true,
    withoutTwoFactor: true,
    freshProof: 'password',
  },
  'auth.sessions.list': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.sessions.end': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.sessions.endOthers': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.tokens.list': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.tokens.create': { who: 'signedIn', token: 'none', needsSession: true, freshProof: 'whole' },
  'auth.tokens.revoke': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.changePassword': { who: 'signedIn', token: 'none', needsSession: true },
  // It renews the proof, which who owes a second factor needs to turn it on.
  'auth.reauthenticate': { who: 'signedIn', token: 'none', needsSession: true, withoutTwoFactor: true },

  // A person's own record.
  'auth.me': { who: 'signedIn', token: 'read', withoutTwoFactor: true },
  // It changes the e-mail address, by which one gets back in; another telephone asks for a fresh proof.
  'auth.updateProfile': { who: 'signedIn', token: 'none', needsSession: true, freshProof: 'forSome' },
  'auth.contacts.list': { who: 'signedIn', token: 'read' },
  'auth.contacts.requestCode': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.contacts.confirm': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.exportData': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.exportDataPdf': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.accessHistory': { who: 'signedIn', token: 'read' },
  'auth.notifications.list': { who: 'signedIn', token: 'read' },
  'auth.notifications.read': { who: 'signedIn', token: 'none' },
  'auth.consents.list': { who: 'customer', token: 'read' },
  'auth.consents.set': { who: 'customer', token: 'none' },
  'auth.closeAccount': { who: 'customer', token: 'none', needsSession: true, freshProof: 'whole' },

  // Accounts. A customer's list is their own, an administrator's is everybody's.
  'account.list': { who: 'signedIn', token: 'read' },
  'account.ledger': { who: 'customer', token: 'read' },
  'account.exportLedger': { who: 'customer', token: 'read' },
  'account.monthSummary': { who: 'customer', token: 'read' },
  'account.monthReview': { who: 'customer', token: 'read' },
  'account.monthReviewPdf': { who: 'customer', token: 'read' },
  'account.calendar': { who: 'customer', token: 'read' },
  'account.contacts': { who: 'customer', token: 'read' },
  'account.lookup': { who: 'customer', token: 'read' },
  'account.recipients': { who: 'customer', token: 'read' },
  'account.receipt': { who: 'customer', token: 'read' },
  'account.transfer': { who: 'customer', token: 'money' },
  'account.boleto.preview': { who: 'customer', token: 'read' },
  'account.boleto.pay': { who: 'customer', token: 'money' },
  'account.verifyDocument': { who: 'public', token: 'read' },
  'account.cep': { who: 'public', token: 'read' },

  // Contracts, signed in person.
  'contract.list': { who: 'customer', token: 'read' },
  'contract.get': { who: 'customer', token: 'read' },
  'contract.pdf': { who: 'customer', token: 'read' },
  'contract.requestOtp': { who: 'customer', token: 'none', needsSession: true },
  'contract.sign': { who: 'customer', token: 'none', needsSession: true },

  // The external account.
  'pix.createSubaccount': { who: 'customer', token: 'none' },
  'pix.account': { who: 'customer', token: 'read' },
  'pix.documents.list': { who: 'customer', token: 'read' },
  'pix.documents.send': { who: 'customer', token: 'none' },
  'pix.balance': { who: 'customer', token: 'read' },
  'pix.keys.list': { who: 'customer', token: 'read' },
  'pix.keys.create': { who: 'customer', token: 'none' },
  'pix.qrcode': { who: 'customer', token: 'none' },
  'pix.decode': { who: 'customer', token: 'none' },
  'pix.transfer': { who: 'customer', token: 'money' },
  'pix.move': { who: 'customer', token: 'money' },
  'pix.order': { who: 'customer', token: 'read' },
  'pix.orders': { who: 'customer', token: 'read' },

  // Investments. Customers see what is on the shelf, administrators all.
  'investment.products.list': { who: 'signedIn', token: 'read' },
  'investment.products.create': { who: 'admin', token: 'none' },
  'investment.products.update': { who: 'admin', token: 'none' },
  'investment.list': { who: 'signedIn', token: 'read' },
  'investment.maturities': { who: 'admin', token: 'read' },
  'investment.create': { who: 'customer', token: 'money' },
  'investment.redeem': { who: 'customer', token: 'money' },

  // Credit. Customers ask and pay, administrators decide and collect.
  'credit.parameters.get': { who: 'signedIn', token: 'read' },
  'credit.parameters.update': { who: 'admin', token: 'none' },
  'credit.simulate': { who: 'customer', token: 'read' },
  'credit.proposals.list': { who: 'signedIn', token: 'read' },
  'credit.proposals.get': { who: 'admin', token: 'read' },
  'credit.proposals.create': { who: 'customer', token: 'none' },
  'credit.proposals.askReview': { who: 'customer', token: 'none' },
  'credit.proposals.answerReview': { who: 'admin', token: 'none' },
  'credit.proposals.startAnalysis': { who: 'admin', token: 'none' },
  'credit.proposals.approve': { who: 'admin', token: 'none' },
  'credit.proposals.reject': { who: 'admin', token: 'none' },
  'credit.proposals.uploadAnalysis': { who: 'admin', token: 'none' },
  'credit.proposals.analysisPdf': { who: 'admin', token: 'read' },
  'credit.schedules': { who: 'signedIn', token: 'read' },
  'credit.payInstallment': { who: 'customer', token: 'money' },
  'credit.payInstallments': { who: 'customer', token: 'money' },
  'credit.summary': { who: 'customer', token: 'read' },
  'credit.rating': { who: 'customer', token: 'read' },
  'credit.operations.list': { who: 'admin', token: 'read' },
  'credit.operations.sendEmail': { who: 'admin', token: 'none' },
  'credit.operations.negativate': { who: 'admin', token: 'none' },

  // The back office. An administrator's token moves money where they themselves do: adjustments and reversals.
  'admin.dashboard': { who: 'admin', token: 'read' },
  'admin.overview': { who: 'admin', token: 'read' },
  'admin.ahead': { who: 'admin', token: 'read' },
  'admin.users.list': { who: 'admin', token: 'read' },
  'admin.users.get': { who: 'admin', token: 'read' },
  'admin.users.deactivate': { who: 'admin', token: 'none' },
  'admin.users.activate': { who: 'admin', token: 'none' },
  'admin.accounts.list': { who: 'admin', token: 'read' },
  'admin.accounts.freeze': { who: 'admin', token: 'none' },
  'admin.accounts.unfreeze': { who: 'admin', token: 'none' },
  'admin.accounts.adjust': { who: 'admin', token: 'money' },
  'admin.transactions.reverse': { who: 'admin', token: 'money' },
  'admin.contacts.list': { who: 'admin', token: 'read' },
  'admin.contacts.create': { who: 'admin', token: 'none' },
  'admin.audit.list': { who: 'admin', token: 'read' },
  'admin.audit.export': { who: 'admin', token: 'read' },
  'admin.audit.verify': { who: 'admin', token: 'none' },
  'admin.ledger.list': { who: 'admin', token: 'read' },
  'admin.ledger.transaction': { who: 'admin', token: 'read' },
  'admin.ledger.export': { who: 'admin', token: 'read' },
  'admin.ledger.reconcile': { who: 'admin', token: 'none' },
  'admin.ledger.reconciliations.list': { who: 'admin', token: 'read' },
  'admin.ledger.reconciliations.get': { who: 'admin', token: 'read' },
  'admin.jobs.list': { who: 'admin', token: 'read' },
  'admin.jobs.runs': { who: 'admin', token: 'read' },
  'admin.jobs.run': { who: 'admin', token: 'none' },
  'admin.jobs.confirmClock': { who: 'admin', token: 'none', needsSession: true, freshProof: 'whole' },
  'admin.orders.stuck': { who: 'admin', token: 'read' },
  'admin.mail.givenUp': { who: 'admin', token: 'read' },
  'admin.mail.retry': { who: 'admin', token: 'none' },
  'admin.mail.discard': { who: 'admin', token: 'none' },
  'admin.settings.get': { who: 'admin', token: 'read' },
  'admin.settings.update': { who: 'admin', token: 'none' },
  'admin.settings.testEmail': { who: 'admin', token: 'none' },
};

/** The line of a procedure. Throws when it has none. */
export function whoMay(path: string): WhoMay {
  const line = WHO_MAY[path];
  if (!line)
    throw new Error(`${path} has no line in src-server/testing/who-may.ts: say there who may call it`);
  return line;
}
