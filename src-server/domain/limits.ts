import type { Role } from '#domain/auth/role';
import { CONTACT_CODE_LIMITS } from './contact-limits.ts';

/** `idle`: without a call; `absolute`: in total. Real time. */
export const SESSION_LIMITS: Record<Role, { idleSeconds: number; absoluteSeconds: number }> = {
  cliente: { idleSeconds: 15 * 60, absoluteSeconds: 12 * 3600 },
  admin: { idleSeconds: 10 * 60, absoluteSeconds: 8 * 3600 },
};

/** Before the end of the session. */
export const SESSION_WARNING_SECONDS = 60;

/** Minimum interval between updates of the last use. */
export const SESSION_TOUCH_SECONDS = 60;
/** How long after its end the public page of a charge is shown. */
export const CHARGE_PAGE_SECONDS = 90 * 24 * 3600;
export const TOKEN_TOUCH_SECONDS = 60;
export const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600;

/** Registered devices per customer, and how long a new one is not trusted in full (real time). */
export const MAX_DEVICES = 10;
export const DEVICE_TRUST_SECONDS = 24 * 3600;

/** In characters; the maximum bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/**
 * Concurrent hashes and queue lengths; a full queue refuses BUSY. `waitingKnown`: extra places for known
 * browsers and signed-in users, who have three of four turns. `part`: maximum share of a queue per network or user.
 */
export const PASSWORD_HASHES = {
  inFlight: 4,
  waiting: 64,
  waitingKnown: 32,
  part: 1 / 4,
  retryAfterSeconds: 2,
};

/**
 * Per account, separately for each known device and all unknown ones. The wait doubles from 1 second after
 * `free` errors; reset by a correct password.
 */
export const WRONG_PASSWORDS = { free: 5, maxDelaySeconds: 15 * 60, forgetAfterSeconds: 24 * 3600 };

export const LOGIN_CHALLENGE = { seconds: 300, tries: 5 };
export const TWO_FACTOR_SETUP_SECONDS = 600;

/** Validity of a recovery link, and minimum response time, which hides whether the address exists. */
export const RECOVERY = { linkSeconds: 30 * 60, answerMs: 350 };

/** Validity of a payment's confirmation, asked and given, and wrong codes; real time. */
export const CONFIRMATION_SECONDS = 2 * 60;
export const CONFIRMATION_TRIES = 5;

/** Maximum age, in real time, of re-authentication for changes that could lock the owner out. */
export const FRESH_PROOF_SECONDS = 10 * 60;

/** Per user; another session ends the oldest. */
export const MAX_OPEN_SESSIONS = 20;
export const MAX_OPEN_TOKENS = 20;
export const BACKUP_CODES = 10;

/** `most`: open ones per user; `challengeSeconds`: between the browser's question and its answer, real time. */
export const PASSKEYS = { most: 10, challengeSeconds: 300 };

/** Between an administrator's request to end the second factors of a customer who lost them, and their end. */
export const FACTORS_END_SECONDS = 24 * 3600;

/** In production: adjustments, reversals or approvals of 24 hours above this in total need fresh re-authentication. */
export const REAUTHENTICATE_ABOVE_CENTS = 100_000;

/** In cents instead of attempts. */
const MOVED_AT_DESK = { max: REAUTHENTICATE_ABOVE_CENTS + 1, windowSeconds: 24 * 3600 };

/** Real time. `pauseSeconds`: between two codes of one contract. */
export const CONTRACT_CODE = { length: 6, ttlSeconds: 10 * 60, tries: 5, pauseSeconds: 60 };

/**
 * `TOKENS_IN_LIMITS` says which of them count tokens apart, `SESSIONS_IN_LIMITS` which of them each session has for itself. What is counted per
 * IP address is, of IPv6, per /64 and per /56.
 */
export const ATTEMPT_LIMITS = {
  address: { max: 20, windowSeconds: 60 }, // wrong passwords, and backup codes from unknown devices, per IP address
  knownGuess: { max: 60, windowSeconds: 60 }, // wrong passwords per user in known browsers, and in each session
  signIn: { max: 120, windowSeconds: 60 }, // correct passwords per user, apart in known browsers and in each session; each costs a hash
  signInAddress: { max: 240, windowSeconds: 60 }, // correct passwords at sign-ins, and wrong ones in known browsers, per IP address
  signInAddressOutsideProduction: { max: 1200, windowSeconds: 60 }, // higher, for tests
  confirmation: { max: 120, windowSeconds: 3600 }, // payments per user whose confirmation is asked for
  limitChange: { max: 40, windowSeconds: 24 * 3600 }, // limits changed, more trust and less protection per user, with a proof; each is kept
  strengthening: { max: 40, windowSeconds: 24 * 3600 }, // trust lowered and more protection per user; beyond it with a proof, as a limitChange
  deviceChange: { max: 20, windowSeconds: 24 * 3600 }, // devices and passkeys added per user; each is kept
  deviceRename: { max: 20, windowSeconds: 24 * 3600 }, // the same renamed, which needs no proof; each is kept in the audit log
  deviceProof: { max: 60, windowSeconds: 3600 }, // sessions bound to another device per user; each is kept in the audit log
  accessToken: { max: 60, windowSeconds: 24 * 3600 }, // tokens made per user; each is kept, also revoked ones
  unfreeze: { max: 10, windowSeconds: 24 * 3600 }, // per user; each is a letter and a notification
  reservation: { max: 60, windowSeconds: 3600 }, // payments per user that wait or are reviewed; each is a letter
  refusedPayment: { max: 60, windowSeconds: 3600 }, // payments refused for their signals per user that are kept and told
  refusedProof: { max: 60, windowSeconds: 3600 }, // refused confirmations per user that are kept in the audit log
  confirmationCode: { max: 20, windowSeconds: 3600 }, // codes by e-mail for them
  confirmationCodeAddress: { max: 20, windowSeconds: 300 }, // the same, and codes for contacts and contracts, per IP address: codes of all others wait behind them
  hash: { max: 120, windowSeconds: 60 }, // codes hashed or verified per signed-in user
  hashAddress: { max: 120, windowSeconds: 60 }, // the same, passwords and passkeys given in sessions, and QR codes (as five), per IP address
  passkey: { max: 120, windowSeconds: 60 }, // ceremonies begun or answered per signed-in user
  passkeyAddress: { max: 120, windowSeconds: 60 }, // those at sign-in per IP address
  newPassword: { max: 10, windowSeconds: 30 * 60 }, // passwords per recovery link or user
  newPasswordAddress: { max: 60, windowSeconds: 3600 }, // the same per IP address: judging one takes 80 ms of the thread
  lookup: { max: 30, windowSeconds: 60 }, // account owners looked up per customer, and transfers to unknown or closed accounts
  lookupMiss: { max: 100, windowSeconds: 24 * 3600 }, // PIX keys that are numbers and whose holder nobody told, per customer; beyond it no name is told. As the directory allows
  unnamedPayee: { max: 100, windowSeconds: 24 * 3600 }, // first payments to such keys without a name, per customer: each tells whose a key is
  cep: { max: 60, windowSeconds: 60 }, // per IP address
  verify: { max: 60, windowSeconds: 60 }, // documents and recovery links looked up per IP address
  secondFactor: { max: 20, windowSeconds: 24 * 3600 }, // wrong codes per account, apart for unknown devices, each known one, sessions and e-mail links
  secondFactorRecovered: { max: 5, windowSeconds: 24 * 3600 }, // codes per account in browsers after a recovery, right ones too; beyond it as secondFactor
  export: { max: 20, windowSeconds: 60 }, // statement files per customer; one of many charges counts as several
  upload: { max: 10, windowSeconds: 60 }, // per user
  uploadDay: { max: 60, windowSeconds: 24 * 3600 }, // the same; each may keep 10 MB for good, and once more in each backup
  uploadDayOfAdmin: { max: 300, windowSeconds: 24 * 3600 },
  complexPdf: { max: 3, windowSeconds: 3600 }, // PDFs per user that used all their time in the queue that all share
  pdfLines: { max: 5_000, windowSeconds: 60 }, // PDF lines per customer; the last PDF may exceed it
  statementSearch: { max: 300, windowSeconds: 60 }, // pages per user; each may scan 2,000 entries, all charges or investments, where many count as several, the ledger or the audit log
  wholeCheck: { max: 60, windowSeconds: 3600 }, // per administrator: whole audit logs verified, past payments judged by other rules
  reconciliation: { max: 3, windowSeconds: 3600 }, // by hand, by all administrators: each compares all of history, also with the provider
  reconciliationDay: { max: 10, windowSeconds: 24 * 3600 },
  reconciling: { max: 1, windowSeconds: 3600 }, // at a time, in all processes; given back at its end. One that died holds it for at most an hour
  monthReview: { max: 60, windowSeconds: 60 }, // per customer; a long history counts as several, also in a summary
  receipt: { max: 60, windowSeconds: 60 }, // receipts made per customer; kept ones are not counted
  receiptDay: { max: 500, windowSeconds: 24 * 3600 }, // the same; each keeps 30 kB for good
  receiptVerified: { max: 60, windowSeconds: 3600 }, // receipts made because somebody verified their code, per payer; kept ones are not counted
  investment: { max: 500, windowSeconds: 24 * 3600 }, // applications per customer
  twoFactorSetup: { max: 20, windowSeconds: 60 }, // QR codes per user
  twoFactorOn: { max: 5, windowSeconds: 3600 }, // per user; each is an e-mail with a link
  creditFacts: { max: 120, windowSeconds: 60 }, // simulations and proposals per customer; a long history counts as several
  contractCode: { max: 1, windowSeconds: CONTRACT_CODE.pauseSeconds }, // codes per contract
  contractCodeUser: { max: 60, windowSeconds: 3600 }, // codes for all contracts of a customer
  ...CONTACT_CODE_LIMITS,
  profileChange: { max: 30, windowSeconds: 3600 }, // of one's data and consents given, per user; each is kept in the audit log
  emailChange: { max: 5, windowSeconds: 3600 }, // per user
  welcomeTo: { max: 3, windowSeconds: 24 * 3600 }, // letters about a new account per e-mail address; beyond it none is sent
  emailChangeTo: { max: 2, windowSeconds: 24 * 3600 }, // links of one user per new address
  emailChangeToAll: { max: 20, windowSeconds: 24 * 3600 }, // of all users
  personalData: { max: 6, windowSeconds: 60 }, // full data exports per user
  personalDataDay: { max: 20, windowSeconds: 24 * 3600 }, // the same; each is told, and kept in the audit log
  recovery: { max: 60, windowSeconds: 3600 }, // links requested per IP address
  recoveryMail: { max: 10, windowSeconds: RECOVERY.linkSeconds }, // links sent per e-mail address, for as long as a link is valid: the last of a full window still works
  adjusted: MOVED_AT_DESK, // per administrator, as the next two
  reversed: MOVED_AT_DESK,
  approved: MOVED_AT_DESK,
  testEmail: { max: 3, windowSeconds: 60 }, // per administrator
  collectionEmail: { max: 1, windowSeconds: 60 }, // payment reminders per credit
  proposal: { max: 20, windowSeconds: 24 * 3600 }, // credit proposals per customer
  boletoPreview: { max: 20, windowSeconds: 60 }, // with the bank's own key at the provider, per customer, as the next five: activations, boletos paid and moves
  boletoPreviewDay: { max: 200, windowSeconds: 24 * 3600 },
  activation: { max: 10, windowSeconds: 3600 },
  activationDay: { max: 20, windowSeconds: 24 * 3600 },
  bankOrder: { max: 60, windowSeconds: 60 },
  readerCalls: { max: 3_000, windowSeconds: 12 * 3600 }, // with the customer's own key, by tokens that only read: the rest of 25,000 is for payments
  keyClaim: { max: 20, windowSeconds: 24 * 3600 }, // keys asked for elsewhere per customer; each is kept
  keyMade: { max: 60, windowSeconds: 24 * 3600 }, // PIX keys made per customer; each is a letter and kept in the audit log. A company makes its 20 and replaces them
  keyDeleted: { max: 200, windowSeconds: 24 * 3600 }, // PIX keys deleted per customer: more than anybody has, makes and claims in the two windows that this one meets
  charge: { max: 300, windowSeconds: 3600 }, // charges per customer; each is four calls with their key at the provider
  chargeDay: { max: 2_000, windowSeconds: 24 * 3600 },
  chargeCheck: { max: 60, windowSeconds: 3600 }, // questions whether a charge was paid per customer: they use its quota at the provider
  chargePage: { max: 300, windowSeconds: 60 }, // public pages of charges looked up per IP address
  giveBack: { max: 100, windowSeconds: 24 * 3600 }, // per customer, tokens apart: each part is booked for the payer and asked for, too
  givenBack: { max: 500, windowSeconds: 24 * 3600 }, // reais per customer: from then on a return needs a proof given since the sign-in
  bankOrderDay: { max: 200, windowSeconds: 24 * 3600 },
  bankLookupsOfNetwork: { max: 200, windowSeconds: 24 * 3600 }, // previews and activations of all customers of an IPv4 address or /56
  bankOrdersOfNetwork: { max: 200, windowSeconds: 24 * 3600 }, // boletos paid and moves, the same
  // The same for all customers together. The provider accepts 25,000 calls in 12 hours; the rest is for orders in progress.
  bankLookups: { max: 6_000, windowSeconds: 12 * 3600 }, // previews and activations
  bankOrders: { max: 4_000, windowSeconds: 12 * 3600 }, // boletos paid and moves
  // Of these, those of customers who have asked more than BANK_CALLS_FEW times: the rest is for all others.
  bankLookupsOften: { max: 3_000, windowSeconds: 12 * 3600 },
  bankOrdersOften: { max: 2_000, windowSeconds: 12 * 3600 },
  bankEvents: { max: 4_000, windowSeconds: 12 * 3600 }, // the provider's events about objects that no order names
  signUp: { max: 20, windowSeconds: 3600 }, // accounts opened per IP address
  signUpNetwork: { max: 600, windowSeconds: 3600 }, // of an IPv6 /48: one subscriber of a hoster, many of a telephone company
  signUpOutsideProduction: { max: 1000, windowSeconds: 3600 }, // higher, for demonstrations and tests
} as const satisfies Record<string, { max: number; windowSeconds: number }>;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;
/** An IPv6 /56, which one home has, may try as often as so many of its 256 networks of /64. */
export const NETWORKS_PER_SUBSCRIBER = 3;

/** Calls with the bank's own key, per customer and day, for which half of the share of all customers is kept. */
export const BANK_CALLS_FEW = 5;

export const EMAIL_LINK_SECONDS = 24 * 3600;

/** How long the former address can undo a change and gets re-authentication mail, in real time. */
export const EMAIL_UNDO_SECONDS = 72 * 3600;
export const TWO_FACTOR_UNDO_SECONDS = EMAIL_UNDO_SECONDS;

/** Of the link in a letter that freezes the account, in real time. */
export const FREEZE_LINK_SECONDS = EMAIL_UNDO_SECONDS;
/** For how long a change of e-mail or telephone makes a payment more doubtful. */
export const CONTACT_CHANGED_SECONDS = EMAIL_UNDO_SECONDS;

/** How long before a freeze e-mail and telephone must be the same, for its owner to lift it without the bank; real time. */
export const UNFREEZE_CONTACT_SECONDS = 30 * 24 * 3600;
/** Until when an administrator decides on a payment held for review; then it is given back. */
export const REVIEW_SECONDS = 24 * 3600;

/** E-mails about received money per window: `each` below `belowCents`, `eachLarge` from it on, then one summary. */
export const RECEIVED_MAIL_LIMITS = { each: 5, eachLarge: 30, windowSeconds: 3600, belowCents: 10_000 };

/** Summing this many entries counts as one more attempt. */
export const ENTRIES_PER_ATTEMPT = 5_000;

/** Unread notifications are counted up to this. */
export const MAX_COUNTED_UNREAD = 100;

/** E-mails of one kind to one receiver, but for those of `isMailedEach`; notifications have no limit. */
export const REPEATED_MAIL_LIMITS = { each: 10, windowSeconds: 3600 };

export const RAISED_INCOME_DAYS = 30;

/** Real time; `contactCode` and `contactCodeTo` limit how often one is sent. */
export const CONTACT_CODE = { length: 6, ttlSeconds: 10 * 60, tries: 5 };

/** Of sent mail from when it was sent; of given-up mail from when it was written. */
export const KEPT_MAIL_DAYS = 30;

/** Given-up letters that a corrected e-mail takes along. Whoever has a mailbox that refuses all can make thousands a day. */
export const MOST_READDRESSED = 500;

/** Payments of one customer that wait or are reviewed: administrators read them one by one. */
export const MAX_WAITING_PAYMENTS = 50;

/** Most that the owner of a token may let it move, in cents. */
export const TOKEN_CEILING_CENTS = { perCall: 2_000_000, perDay: 5_000_000 };

/** Sums of what was paid in a period, after its end: a payment may come back until then. Confirmations that paid nothing. */
export const PROTECTION_DAYS = { limitUses: 62, unusedConfirmations: 30 };

export const MAX_JSON_BYTES = 100 * 1024;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Concurrent upload forms per user, and bytes in total and as a `part` per network; beyond it: BUSY. Senders below the pace are cut off. */
export const UPLOAD_FORM_LIMITS = {
  formsPerUser: 2,
  bytes: 64 * 1024 * 1024,
  part: 1 / 4,
  paceBytes: 32 * 1024,
  paceSeconds: 4,
  retryAfterSeconds: 5,
};

export const UPLOAD_TOO_LARGE = 'O arquivo deve ter no máximo 10MB';

/** Limits for parsing an uploaded PDF; beyond the queue: BUSY. */
export const PDF_CHECK = {
  milliseconds: 2000,
  heapMegabytes: 128,
  inflatedBytes: 64 * 1024 * 1024,
  inLine: 16,
  retryAfterSeconds: 5,
};

/** Per tRPC request. */
export const MAX_BATCH_CALLS = 10;

/**
 * Concurrent and queued calls per user and network (per network without a session), and how long a call may be queued;
 * `underWayPerNetwork`: concurrent calls of all users of one network, fewer than PostgreSQL has connections.
 */
export const CALLS_PER_CALLER = {
  underWay: 4,
  underWayPerNetwork: 6,
  waiting: 500,
  waitSeconds: 10,
  retryAfterSeconds: 1,
};

/** Rows read in lists, per user (per network without a session). */
export const ROWS_PER_CALLER = { burst: 10_000, perSecond: 500 };

export const ADULT_AGE_YEARS = 18;

/** Contracts, contacts with a customer, and a customer's investments and proposals per page; newest first. */
export const MAX_LISTED = 200;

/** In characters. */
export const MAX_DESCRIPTION_LENGTH = 140;
export const MAX_NICKNAME_LENGTH = 40;

/** Kept per customer and kind; beyond it the least recently paid goes, unless pinned or trusted. */
export const MAX_RECIPIENTS = 50;

/** `leaseSeconds`: duration of a claim. An unreachable mail server costs no try; the pause before the next grows up to `maxPauseSeconds`. */
export const MAIL_RETRY = {
  firstSeconds: 60,
  maxSeconds: 6 * 3600,
  jitter: 0.2,
  tries: 12,
  leaseSeconds: 10 * 60,
  maxPauseSeconds: 60,
};

/** `askAgainSeconds`: wait before repeating a creation request with unknown outcome (real time). */
export const EXTERNAL_ACCOUNT = { documentHours: 48, askAgainSeconds: 60 };
