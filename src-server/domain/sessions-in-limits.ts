import type { AttemptKind } from './limits.ts';

/**
 * How many sessions' worth of a `share` all sessions of one user have together: one for a copied cookie, one for all that were opened by a
 * passkey added with it, and one for the owner.
 */
export const SHARES_PER_USER = 3;

/**
 * What one session, whose cookie may be copied, uses up of each limit, so that it keeps its owner's later sessions from nothing.
 * - `share`: a session has the limit for itself, anew with each password or passkey given in it; those without any proof, which a passkey
 *   opened that does not count yet, have it together; and all sessions of its user have
 *   SHARES_PER_USER times the limit together: whatever one uses up, the others have the whole limit.
 * - `brief`: counted by user or thing, for a minute at most: with the session ends what uses it up.
 * - `apart`: each session has its own count; opening one takes a proof.
 * - `proof`: what may be done without a proof, by all sessions together; beyond it the owner gives one and goes on.
 * - `elsewhere`: counted by network, address, link or code, for tokens or for all customers; no session uses up its owner's.
 */
export const SESSIONS_IN_LIMITS = {
  address: 'elsewhere',
  knownGuess: 'brief',
  signIn: 'brief',
  signInAddress: 'elsewhere',
  signInAddressOutsideProduction: 'elsewhere',
  confirmation: 'share',
  limitChange: 'share',
  strengthening: 'proof', // as a limitChange
  deviceChange: 'share',
  deviceRename: 'share',
  deviceProof: 'share',
  accessToken: 'share',
  unfreeze: 'share',
  reservation: 'share',
  refusedPayment: 'share',
  refusedProof: 'share',
  confirmationCode: 'share',
  confirmationCodeAddress: 'elsewhere',
  hash: 'brief',
  hashAddress: 'elsewhere',
  passkey: 'brief',
  passkeyAddress: 'elsewhere',
  newPassword: 'share',
  newPasswordAddress: 'elsewhere',
  lookup: 'brief',
  lookupMiss: 'share',
  unnamedPayee: 'share',
  cep: 'elsewhere',
  verify: 'elsewhere',
  secondFactor: 'apart',
  secondFactorRecovered: 'elsewhere', // before a session
  export: 'brief',
  upload: 'brief',
  uploadDay: 'share',
  uploadDayOfAdmin: 'share',
  complexPdf: 'share',
  pdfLines: 'brief',
  statementSearch: 'brief',
  wholeCheck: 'share',
  reconciliation: 'share', // of all administrators
  reconciliationDay: 'share',
  reconciling: 'elsewhere', // given back at its end
  monthReview: 'brief',
  receipt: 'brief',
  receiptDay: 'share',
  receiptVerified: 'elsewhere',
  investment: 'share',
  twoFactorSetup: 'brief',
  twoFactorOn: 'share',
  creditFacts: 'brief',
  contractCode: 'brief',
  contractCodeUser: 'share',
  contactCode: 'brief',
  contactCodeDay: 'share',
  contactCodeTo: 'share',
  contactCodeToAll: 'elsewhere', // higher than what one session sends
  smsOfNetwork: 'elsewhere',
  smsToNew: 'elsewhere',
  smsToAll: 'elsewhere',
  smsOften: 'elsewhere',
  smsLately: 'elsewhere', // refuses nobody
  profileChange: 'share',
  emailChange: 'share',
  welcomeTo: 'elsewhere',
  emailChangeTo: 'share',
  emailChangeToAll: 'elsewhere', // as contactCodeToAll
  personalData: 'brief',
  personalDataDay: 'share',
  recovery: 'elsewhere',
  recoveryMail: 'elsewhere',
  adjusted: 'proof',
  reversed: 'proof',
  approved: 'proof',
  testEmail: 'brief',
  collectionEmail: 'brief',
  proposal: 'share',
  boletoPreview: 'brief',
  boletoPreviewDay: 'share',
  activation: 'share',
  activationDay: 'share',
  bankOrder: 'brief',
  readerCalls: 'elsewhere',
  keyClaim: 'share',
  keyMade: 'share',
  keyDeleted: 'share',
  charge: 'share',
  chargeDay: 'share',
  chargeCheck: 'share',
  chargePage: 'elsewhere',
  giveBack: 'share',
  givenBack: 'proof',
  bankOrderDay: 'share',
  bankLookupsOfNetwork: 'elsewhere',
  bankOrdersOfNetwork: 'elsewhere',
  bankLookups: 'elsewhere',
  bankOrders: 'elsewhere',
  bankLookupsOften: 'elsewhere',
  bankOrdersOften: 'elsewhere',
  bankEvents: 'elsewhere',
  signUp: 'elsewhere',
  signUpNetwork: 'elsewhere',
  signUpOutsideProduction: 'elsewhere',
} as const satisfies Record<AttemptKind, 'share' | 'brief' | 'apart' | 'proof' | 'elsewhere'>;

/** The longest window of what is `brief`. */
export const BRIEF_SECONDS = 60;

/** The limits of which a session has a share. */
export type SharedKind = {
  [Kind in AttemptKind]: (typeof SESSIONS_IN_LIMITS)[Kind] extends 'share' ? Kind : never;
}[AttemptKind];

export const isShared = (kind: AttemptKind): kind is SharedKind => SESSIONS_IN_LIMITS[kind] === 'share';
