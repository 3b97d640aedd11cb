/** Every procedure of a customer or of everybody that changes something: the walk calls it, as an act or an answer. */
export const WALKED: readonly string[] = [
  ...['auth.login', 'auth.passkeys.beginLogin', 'auth.passkeys.login', 'auth.twoFactor.validate'],
  ...['auth.reauthenticate', 'auth.passkeys.beginProof', 'auth.passkeys.prove'],
  ...['auth.recovery.request', 'auth.recovery.reset', 'auth.changePassword'],
  ...['auth.updateProfile', 'auth.confirmEmail', 'auth.undoEmailChange'],
  ...['auth.contacts.requestCode', 'auth.contacts.confirm'],
  ...['auth.twoFactor.setup', 'auth.twoFactor.verify', 'auth.twoFactor.disable', 'auth.twoFactor.regenerate'],
  'auth.twoFactor.undo',
  ...['auth.passkeys.beginAdding', 'auth.passkeys.add', 'auth.passkeys.remove'],
  ...['auth.devices.register', 'auth.devices.prove', 'auth.devices.end'],
  ...['auth.tokens.create', 'auth.tokens.revoke', 'auth.sessions.endOthers'],
  ...['auth.freeze', 'auth.freezeByLink', 'auth.unfreeze'],
  ...['account.limits.change', 'account.limits.changeProtection', 'account.changeRecipient'],
  ...['account.transfer', 'account.confirmations.sendCode', 'account.confirmations.prove'],
  'credit.proposals.create',
];

const TAKES_AWAY = 'only takes something away: docs/security.md, Known limits, with a copied cookie';
const SAME_RULE = 'authorised by the rule that `account.transfer` is authorised by';
const STAYS = 'the money stays with the customer, or comes in';
const NAMES = 'changes a name or a mark';

/** And those that it does not, with the reason. */
export const NOT_WALKED: Readonly<Record<string, string>> = {
  'auth.register': 'opens another account',
  'auth.recovery.check': 'changes nothing',
  'auth.logout': TAKES_AWAY,
  'auth.sessions.end': TAKES_AWAY,
  'auth.twoFactor.keep': TAKES_AWAY,
  'auth.closeAccount': 'src-server/auth/profile/close-account.test.ts: deletes whatever was left behind',
  'auth.devices.rename': NAMES,
  'auth.passkeys.rename': NAMES,
  'auth.notifications.read': NAMES,
  'auth.consents.set': NAMES,
  'account.removeRecipient': TAKES_AWAY,
  'account.limits.cancelRaise': TAKES_AWAY,
  'account.waiting.undo': TAKES_AWAY,
  'account.waiting.undoByLink': TAKES_AWAY,
  'account.boleto.pay': SAME_RULE,
  'account.cover.pay': SAME_RULE,
  'pix.transfer': SAME_RULE,
  'pix.giveBack': 'goes to whom it came from',
  'pix.move': STAYS,
  'pix.qrcode': STAYS,
  'charge.create': STAYS,
  'charge.check': STAYS,
  'charge.cancel': TAKES_AWAY,
  'investment.create': STAYS,
  'investment.redeem': STAYS,
  'credit.payInstallment': STAYS,
  'credit.payInstallments': STAYS,
  'credit.proposals.askReview': STAYS,
  'contract.requestOtp':
    'a contract is signed by a code to the mailbox: src-server/contract/contract.test.ts',
  'contract.sign': 'a contract is signed by a code to the mailbox: src-server/contract/contract.test.ts',
  'pix.decode': 'looks something up',
  'pix.payee': 'looks something up',
  'pix.createSubaccount': STAYS,
  'pix.documents.send': STAYS,
  'pix.keys.create': 'told by letter: src-server/payments/key-letters.test.ts',
  'pix.keys.remove': 'told by letter: src-server/payments/key-letters.test.ts',
  'pix.claims.make': 'told by letter: src-server/payments/claims',
  'pix.claims.answer': 'told by letter: src-server/payments/claims',
  'pix.claims.cancel': TAKES_AWAY,
};
