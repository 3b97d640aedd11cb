import type { AttemptKind } from './limits.ts';

/**
 * How attempts with access tokens count in each limit.
 * - `apart`: beside those of their owner's sessions, so that a stolen token does not keep its owner out; each may do as many.
 * - `together`: with them, because the limit is what may be done without a proof; beyond it a token is refused, and its owner
 *   gives one.
 * - `alone`: only they are counted.
 * - `closed`: no token reaches what is counted.
 * - `notByUser`: counted by network, address, link or code, or for all customers.
 */
export const TOKENS_IN_LIMITS = {
  address: 'notByUser',
  knownGuess: 'closed',
  signIn: 'closed',
  signInAddress: 'notByUser',
  signInAddressOutsideProduction: 'notByUser',
  confirmation: 'closed',
  limitChange: 'closed',
  strengthening: 'closed',
  deviceChange: 'closed',
  deviceRename: 'closed',
  accessToken: 'closed',
  unfreeze: 'closed',
  reservation: 'apart', // at most MAX_WAITING_PAYMENTS of both at a time
  refusedPayment: 'apart',
  refusedProof: 'closed',
  confirmationCode: 'closed',
  hash: 'closed',
  passkey: 'closed',
  passkeyAddress: 'notByUser',
  newPassword: 'closed',
  newPasswordAddress: 'notByUser',
  lookup: 'apart',
  lookupMiss: 'apart',
  unnamedPayee: 'apart',
  cep: 'notByUser',
  verify: 'notByUser',
  secondFactor: 'closed',
  secondFactorRecovered: 'closed',
  export: 'apart',
  upload: 'closed',
  uploadDay: 'closed',
  uploadDayOfAdmin: 'closed',
  complexPdf: 'closed',
  pdfLines: 'apart',
  statementSearch: 'apart',
  wholeCheck: 'closed',
  monthReview: 'apart',
  receipt: 'apart',
  receiptDay: 'apart', // 30 MB a day of both, one for each movement that has none
  receiptVerified: 'notByUser', // by the payer of the receipt, whoever verifies it
  investment: 'apart', // 1,000 rows and contracts a day of both, each with money of theirs
  twoFactorSetup: 'closed',
  twoFactorOn: 'closed',
  creditFacts: 'apart',
  contractCode: 'notByUser',
  contractCodeUser: 'closed',
  contactCode: 'closed',
  contactCodeDay: 'closed',
  contactCodeTo: 'closed',
  contactCodeToAll: 'notByUser',
  smsToNew: 'notByUser',
  profileChange: 'closed',
  emailChange: 'closed',
  welcomeTo: 'notByUser',
  emailChangeTo: 'notByUser',
  personalData: 'closed',
  recovery: 'notByUser',
  recoveryMail: 'notByUser',
  adjusted: 'together',
  reversed: 'together',
  approved: 'closed',
  testEmail: 'closed',
  collectionEmail: 'notByUser',
  proposal: 'closed',
  boletoPreview: 'apart',
  boletoPreviewDay: 'apart',
  activation: 'closed',
  bankOrder: 'apart',
  readerCalls: 'alone',
  keyClaim: 'closed',
  keyMade: 'closed',
  keyDeleted: 'closed',
  // Four calls each, of the 25,000 that the provider takes in 12 hours: those of tokens are 16,000 at most, and leave the owner's
  // 2,000 a day. 4,000 rows a day of both.
  charge: 'apart',
  chargeDay: 'apart',
  chargeCheck: 'apart', // one call each: 1,440 in 12 hours of both
  chargePage: 'notByUser',
  giveBack: 'apart',
  givenBack: 'together',
  bankOrderDay: 'apart',
  bankLookups: 'notByUser',
  bankOrders: 'notByUser',
  bankLookupsOften: 'notByUser',
  bankOrdersOften: 'notByUser',
  bankEvents: 'notByUser',
  signUp: 'notByUser',
  signUpNetwork: 'notByUser',
  signUpOutsideProduction: 'notByUser',
} as const satisfies Record<AttemptKind, 'apart' | 'together' | 'alone' | 'closed' | 'notByUser'>;
