/**
 * - `who`: everybody, signed-in users, customers or administrators.
 * - `token`: reached by any token ('read'), one that may move money ('money'), or none.
 * - `needsSession`: works on the session itself, so no token can reach it.
 * - `withoutTwoFactor`: open to an administrator who must still turn on two-factor, as everything public is.
 * - `freshProof`: what must have been given in the last 10 minutes: password and second factor ('whole'), the password
 *   alone ('password'), or both, for some inputs only ('forSome').
 */
export type WhoMay = {
  who: 'public' | 'signedIn' | 'customer' | 'admin';
  token: 'read' | 'money' | 'none';
  needsSession?: true;
  withoutTwoFactor?: true;
  freshProof?: 'whole' | 'password' | 'forSome';
};

/** Written by hand: the authorization tests expect this table, not the declarations. */
export const WHO_MAY: Readonly<Record<string, WhoMay | undefined>> = {
  // Signing in and out; scripts use tokens instead.
  'auth.register': { who: 'public', token: 'none' },
  'auth.login': { who: 'public', token: 'none' },
  'auth.logout': { who: 'public', token: 'none' },
  'auth.visitor': { who: 'public', token: 'read' },
  'auth.confirmEmail': { who: 'public', token: 'none' },
  'auth.undoEmailChange': { who: 'public', token: 'none' },
  'auth.twoFactor.undo': { who: 'public', token: 'none' },
  'auth.recovery.request': { who: 'public', token: 'none' },
  'auth.recovery.check': { who: 'public', token: 'none' },
  'auth.recovery.reset': { who: 'public', token: 'none' },
  // The browser gave the password and has no session yet.
  'auth.twoFactor.validate': { who: 'public', token: 'none' },
  'auth.passkeys.beginLogin': { who: 'public', token: 'none' },
  'auth.passkeys.login': { who: 'public', token: 'none' },

  // Credentials: in person only.
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
  // A browser's key: registering it needs what turning two-factor on does.
  'auth.devices.list': { who: 'customer', token: 'none', needsSession: true },
  'auth.devices.register': { who: 'customer', token: 'none', needsSession: true, freshProof: 'whole' },
  'auth.devices.prove': { who: 'customer', token: 'none', needsSession: true },
  'auth.devices.rename': { who: 'customer', token: 'none', needsSession: true },
  'auth.devices.end': { who: 'customer', token: 'none', needsSession: true },
  // Any token may stop everything, itself too.
  'auth.freeze': { who: 'customer', token: 'read' },
  'auth.freezeByLink': { who: 'public', token: 'none' },
  'auth.unfreeze': { who: 'customer', token: 'none', needsSession: true, freshProof: 'whole' },
  'auth.passkeys.list': { who: 'signedIn', token: 'none', needsSession: true, withoutTwoFactor: true },
  'auth.passkeys.beginAdding': { who: 'signedIn', token: 'none', needsSession: true, freshProof: 'whole' },
  'auth.passkeys.add': { who: 'signedIn', token: 'none', needsSession: true, freshProof: 'whole' },
  'auth.passkeys.rename': { who: 'signedIn', token: 'none', needsSession: true },
  'auth.passkeys.remove': { who: 'signedIn', token: 'none', needsSession: true, freshProof: 'whole' },
  'auth.passkeys.beginProof': { who: 'signedIn', token: 'none', needsSession: true, withoutTwoFactor: true },
  'auth.passkeys.prove': { who: 'signedIn', token: 'none', needsSession: true, withoutTwoFactor: true },
  'auth.changePassword': { who: 'signedIn', token: 'none', needsSession: true },
  // Renews the proof, which turning two-factor on requires.
  'auth.reauthenticate': { who: 'signedIn', token: 'none', needsSession: true, withoutTwoFactor: true },

  'auth.me': { who: 'signedIn', token: 'read', withoutTwoFactor: true },
  // May change the e-mail, used for recovery; a new telephone needs a fresh proof.
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
  'auth.closureObstacles': { who: 'customer', token: 'none', needsSession: true },
  'auth.closeAccount': { who: 'customer', token: 'none', needsSession: true, freshProof: 'whole' },

  // Customers list their own accounts, administrators all.
  'account.list': { who: 'signedIn', token: 'read' },
  'account.ledger': { who: 'customer', token: 'read' },
  'account.statementTotal': { who: 'customer', token: 'read' },
  'account.exportLedger': { who: 'customer', token: 'read' },
  'account.monthSummary': { who: 'customer', token: 'read' },
  'account.monthReview': { who: 'customer', token: 'read' },
  'account.monthReviewPdf': { who: 'customer', token: 'read' },
  'account.calendar': { who: 'customer', token: 'read' },
  'account.contacts': { who: 'customer', token: 'read' },
  'account.lookup': { who: 'customer', token: 'read' },
  'account.recipients': { who: 'customer', token: 'read' },
  'account.changeRecipient': { who: 'customer', token: 'none', needsSession: true, freshProof: 'forSome' },
  'account.removeRecipient': { who: 'customer', token: 'none' },
  'account.receipt': { who: 'customer', token: 'read' },
  'account.limits.list': { who: 'customer', token: 'read' },
  'account.limits.change': { who: 'customer', token: 'none', needsSession: true, freshProof: 'forSome' },
  'account.limits.cancelRaise': { who: 'customer', token: 'none', needsSession: true },
  'account.limits.changeProtection': {
    who: 'customer',
    token: 'none',
    needsSession: true,
    freshProof: 'forSome',
  },
  'account.waiting.list': { who: 'customer', token: 'read' },
  'account.waiting.undo': { who: 'customer', token: 'money' },
  'account.waiting.undoByLink': { who: 'public', token: 'none' },
  'account.confirmations.get': { who: 'customer', token: 'none', needsSession: true },
  'account.confirmations.sendCode': { who: 'customer', token: 'none', needsSession: true },
  'account.confirmations.prove': { who: 'customer', token: 'none', needsSession: true },
  'account.authorisation': { who: 'customer', token: 'read' },
  'account.transfer': { who: 'customer', token: 'money' },
  'account.boleto.preview': { who: 'customer', token: 'read' },
  'account.boleto.pay': { who: 'customer', token: 'money' },
  'account.verifyDocument': { who: 'public', token: 'read' },
  'account.cep': { who: 'public', token: 'read' },

  'contract.list': { who: 'customer', token: 'read' },
  'contract.get': { who: 'customer', token: 'read' },
  'contract.pdf': { who: 'customer', token: 'read' },
  'contract.requestOtp': { who: 'customer', token: 'none', needsSession: true },
  'contract.sign': { who: 'customer', token: 'none', needsSession: true },

  'pix.createSubaccount': { who: 'customer', token: 'none' },
  'pix.account': { who: 'customer', token: 'read' },
  'pix.documents.list': { who: 'customer', token: 'read' },
  'pix.documents.send': { who: 'customer', token: 'none' },
  'pix.balance': { who: 'customer', token: 'read' },
  'pix.keys.list': { who: 'customer', token: 'read' },
  'pix.keys.create': { who: 'customer', token: 'none' },
  'pix.keys.remove': { who: 'customer', token: 'none' },
  'pix.codePayments': { who: 'customer', token: 'read' },
  'pix.qrcode': { who: 'customer', token: 'none' },
  'pix.decode': { who: 'customer', token: 'none' },
  'pix.transfer': { who: 'customer', token: 'money' },
  'pix.move': { who: 'customer', token: 'money' },
  'account.cover.pay': { who: 'customer', token: 'money' },
  'account.cover.get': { who: 'customer', token: 'read' },
  'pix.order': { who: 'customer', token: 'read' },
  'pix.orders': { who: 'customer', token: 'read' },

  // Customers see active products, administrators all.
  'investment.products.list': { who: 'signedIn', token: 'read' },
  'investment.products.create': { who: 'admin', token: 'none' },
  'investment.products.update': { who: 'admin', token: 'none' },
  'investment.list': { who: 'signedIn', token: 'read' },
  'investment.maturities': { who: 'admin', token: 'read' },
  'investment.create': { who: 'customer', token: 'money' },
  'investment.redeem': { who: 'customer', token: 'money' },

  // Customers request and pay, administrators decide and collect.
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

  // An administrator's token may adjust and reverse if it may move money.
  'admin.dashboard': { who: 'admin', token: 'read' },
  'admin.overview': { who: 'admin', token: 'read' },
  'admin.ahead': { who: 'admin', token: 'read' },
  'admin.users.list': { who: 'admin', token: 'read' },
  'admin.users.get': { who: 'admin', token: 'read' },
  'admin.users.deactivate': { who: 'admin', token: 'none' },
  'admin.users.activate': { who: 'admin', token: 'none' },
  'admin.users.limits': { who: 'admin', token: 'read' },
  'admin.users.changeMaximum': { who: 'admin', token: 'none', needsSession: true, freshProof: 'whole' },
  'admin.users.unfreeze': { who: 'admin', token: 'none', needsSession: true, freshProof: 'whole' },
  'admin.users.correctEmail': { who: 'admin', token: 'none', needsSession: true, freshProof: 'whole' },
  'admin.accounts.list': { who: 'admin', token: 'read' },
  'admin.accounts.freeze': { who: 'admin', token: 'none' },
  'admin.accounts.unfreeze': { who: 'admin', token: 'none' },
  'admin.accounts.adjust': { who: 'admin', token: 'money' },
  'admin.transactions.reverse': { who: 'admin', token: 'money' },
  'admin.contacts.list': { who: 'admin', token: 'read' },
  'admin.contacts.create': { who: 'admin', token: 'none' },
  'admin.contacts.change': { who: 'admin', token: 'none' },
  'admin.held.list': { who: 'admin', token: 'read' },
  'admin.held.release': { who: 'admin', token: 'money' },
  'admin.held.return': { who: 'admin', token: 'money' },
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

/** Throws for an unknown procedure. */
export function whoMay(path: string): WhoMay {
  const line = WHO_MAY[path];
  if (!line) throw new Error(`${path} has no line in src-server/testing/who-may.ts: add who may call it`);
  return line;
}
