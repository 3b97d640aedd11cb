import type { Role } from '#domain/auth/role';

/** How long a session lives without a call (`idle`) and at most (`absolute`), in real time. */
export const SESSION_LIMITS: Record<Role, { idleSeconds: number; absoluteSeconds: number }> = {
  cliente: { idleSeconds: 15 * 60, absoluteSeconds: 12 * 3600 },
  admin: { idleSeconds: 10 * 60, absoluteSeconds: 8 * 3600 },
};

/** How long before its end a session is announced to be ending. */
export const SESSION_WARNING_SECONDS = 60;

/** A session's last use is written at most this often. */
export const SESSION_TOUCH_SECONDS = 60;

/** An access token's last use is written at most this often. */
export const TOKEN_TOUCH_SECONDS = 60;

/** How long a browser that has signed in is known as its owner's. */
export const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600;

/** Length of a password, in characters. The lower one is the specification's; the upper one keeps hashing cheap. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/**
 * Password hashes computed at once, and callers that may wait for their turn; beyond that the bank is BUSY. `waitingKnown`:
 * so many more places, and the first turns, for browsers that the account knows and for who is signed in, so that a crowd
 * of strangers keeps nobody out. `part`: of either line's places, what one network or one user may hold.
 */
export const PASSWORD_HASHES = {
  inFlight: 4,
  waiting: 64,
  waitingKnown: 16,
  part: 1 / 4,
  retryAfterSeconds: 2,
};

/**
 * Wrong passwords of one account, counted apart for the devices that are unknown to it and for each known one. After
 * `free` of them every further one makes the next wait, 1, 2, 4 … seconds, at most `maxDelaySeconds`. Forgotten after a
 * right password, or when none came for `forgetAfterSeconds`.
 */
export const WRONG_PASSWORDS = { free: 5, maxDelaySeconds: 15 * 60, forgetAfterSeconds: 24 * 3600 };

/** How long the password's challenge waits for its code, and how many codes it takes. */
export const LOGIN_CHALLENGE = { seconds: 300, tries: 5 };

/** How long a second factor that was shown waits to be confirmed. */
export const TWO_FACTOR_SETUP_SECONDS = 600;

/** How long a link to a new password may be used, and how soon, at the earliest, asking for one is answered. */
export const RECOVERY = { linkSeconds: 30 * 60, answerMs: 350 };

/** How old, in real time, the password and the second factor of a session may be for what could lock its owner out. */
export const FRESH_PROOF_SECONDS = 10 * 60;

/** Sessions that one user may have open; one more ends the oldest. */
export const MAX_OPEN_SESSIONS = 20;

/** Access tokens that one user may have open. */
export const MAX_OPEN_TOKENS = 20;

/** Backup codes given at once. */
export const BACKUP_CODES = 10;

/**
 * Attempts in a window of time. `address`: wrong passwords, and backup codes of unknown browsers, from one network address · `signIn`: right passwords of one
 * user, and `signInAddress`: from one address, since each costs the processor a hash, with room for tests outside production ·
 * `hash`: codes and backup codes that are hashed or verified for one signed-in user · `newPassword`: passwords tried with
 * one link to a new one, or by one user who changes theirs, and `newPasswordAddress`: tried with links from one address ·
 * `lookup`: account holders asked for
 * by one customer · `cep`: postal codes asked for from one address · `signUp`: accounts opened from one address, with
 * room for demonstrations and tests outside production · `export`: statements taken as files by one customer, and `pdfLines`:
 * the lines of those that are PDFs, the last of which may go beyond it · `statementSearch`: pages of their statement that one
 * customer asked for by text, type or direction, each of which may look at 2,000 entries ·
 * `upload`: files sent by one user; a PDF that took all its time counts as five · `monthReview`: reviews of a month by one customer ·
 * `creditFacts`: simulations and proposals of one customer, which read all that their account shows · `verify`:
 * documents verified from one address · `secondFactor`: wrong codes of one account in a day, at its sign-ins from unknown
 * devices, from one known device, inside its sessions, or at the link to a new e-mail · `contactCode`: codes that one user
 * asked for, `contactCodeDay`: in a day, `contactCodeTo`: that one user had sent to one telephone or e-mail address, and
 * `contactCodeToAll`: that all users had sent to it, more, so that others do not use up what its owner has · `contractCode`: codes asked for to
 * sign one contract · `emailChange`: new e-mail addresses asked for by one user, and `emailChangeTo`: links sent to one of them, whoever asks ·
 * `personalData`: copies of all their data taken by one user · `recovery`: links to a new password asked for from one
 * address · `recoveryMail`: links sent to one e-mail address ·
 * `testEmail`: test messages asked for by one administrator · `collectionEmail`: messages that ask one customer for the
 * payment of one credit · `proposal`: proposals of credit made by one customer in a day.
 */
export const ATTEMPT_LIMITS = {
  address: { max: 20, windowSeconds: 60 },
  signIn: { max: 120, windowSeconds: 60 },
  signInAddress: { max: 240, windowSeconds: 60 },
  signInAddressOutsideProduction: { max: 1200, windowSeconds: 60 },
  hash: { max: 120, windowSeconds: 60 },
  newPassword: { max: 10, windowSeconds: 30 * 60 },
  newPasswordAddress: { max: 60, windowSeconds: 3600 },
  lookup: { max: 30, windowSeconds: 60 },
  cep: { max: 60, windowSeconds: 60 },
  verify: { max: 60, windowSeconds: 60 },
  secondFactor: { max: 20, windowSeconds: 24 * 3600 },
  export: { max: 20, windowSeconds: 60 },
  upload: { max: 10, windowSeconds: 60 },
  pdfLines: { max: 5_000, windowSeconds: 60 },
  statementSearch: { max: 300, windowSeconds: 60 },
  monthReview: { max: 60, windowSeconds: 60 },
  creditFacts: { max: 120, windowSeconds: 60 },
  contractCode: { max: 1, windowSeconds: 60 },
  contactCode: { max: 1, windowSeconds: 60 },
  contactCodeDay: { max: 10, windowSeconds: 24 * 3600 },
  contactCodeTo: { max: 5, windowSeconds: 24 * 3600 },
  contactCodeToAll: { max: 20, windowSeconds: 24 * 3600 },
  emailChange: { max: 5, windowSeconds: 3600 },
  emailChangeTo: { max: 5, windowSeconds: 24 * 3600 },
  personalData: { max: 6, windowSeconds: 60 },
  recovery: { max: 60, windowSeconds: 3600 },
  recoveryMail: { max: 10, windowSeconds: 3600 },
  testEmail: { max: 3, windowSeconds: 60 },
  collectionEmail: { max: 1, windowSeconds: 60 },
  proposal: { max: 20, windowSeconds: 24 * 3600 },
  signUp: { max: 20, windowSeconds: 3600 },
  signUpOutsideProduction: { max: 1000, windowSeconds: 3600 },
} as const satisfies Record<string, { max: number; windowSeconds: number }>;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

/** How long a link that confirms a new e-mail address may be opened, in real time. */
export const EMAIL_LINK_SECONDS = 24 * 3600;

/** How long the former e-mail address takes a change back, and gets what proves who somebody is, in real time. */
export const EMAIL_UNDO_SECONDS = 72 * 3600;

/** How long a link turns off a second factor that somebody else turned on, in real time: as long as that of an e-mail. */
export const TWO_FACTOR_UNDO_SECONDS = EMAIL_UNDO_SECONDS;

/**
 * One-time codes that sign a contract, in real time: how long one is good, how often it may be wrong, and how long to wait
 * between two of one contract (`contractCode` below).
 */
export const CONTRACT_CODE = { length: 6, ttlSeconds: 10 * 60, tries: 5 };

/**
 * Letters that tell one customer of money that came in: so many in an hour each by itself; then what is below `belowCents`
 * is gathered into one letter at the hour's end. The bell tells of each.
 */
export const RECEIVED_LETTERS = { each: 5, windowSeconds: 3600, belowCents: 10_000 };

/**
 * In production an administrator gives a fresh proof for a reversal or an approval above this, and for an adjustment once
 * those of the day come to more.
 */
export const PROOF_AT_DESK_ABOVE_CENTS = 100_000;

/** A raised income counts for credit after so many days of the bank's calendar. */
export const RAISED_INCOME_DAYS = 30;

/**
 * One-time codes that confirm a telephone or an e-mail address, in real time: digits, how long one is good, how often it may
 * be wrong. How often one is sent: `contactCode` and `contactCodeTo` above.
 */
export const CONTACT_CODE = { length: 6, ttlSeconds: 10 * 60, tries: 5 };

/** E-mail that was handed over is forgotten after so many days of the bank's calendar. */
export const SENT_MAIL_DAYS = 30;

/** What the provider told us of and could not be asked about: pauses of 2, 4, 8 … seconds, at most an hour. */
export const EVENT_RETRY = { firstSeconds: 2, maxSeconds: 3600 };

/** The largest JSON body and the largest upload, in bytes. */
export const MAX_JSON_BYTES = 100 * 1024;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/**
 * Forms with files that are read at once: so many of one user, and so many bytes of all together, counted as they come
 * until the form is answered; beyond that the bank is BUSY. A sender of less than `paceBytes` in `paceSeconds` is given up.
 */
export const FORM_ROOM = {
  formsOfOne: 2,
  bytes: 64 * 1024 * 1024,
  paceBytes: 32 * 1024,
  paceSeconds: 4,
  retryAfterSeconds: 5,
};

/** What is said of a larger upload (section 5 of the specification). */
export const UPLOAD_TOO_LARGE = 'O arquivo deve ter no máximo 10MB';

/**
 * What reading an uploaded PDF may take: time, memory of the thread that reads it, the bytes to which all its compressed
 * parts together inflate, and uploads of customers, and of administrators, that may wait for their turn; beyond that the bank is BUSY.
 */
export const PDF_CHECK = {
  milliseconds: 2000,
  heapMegabytes: 128,
  inflatedBytes: 64 * 1024 * 1024,
  inLine: 16,
  retryAfterSeconds: 5,
};

/** When a PDF that is asked for while another of the same user is made may be asked for again. */
export const PDF_RETRY_SECONDS = 3;

/** Calls that one tRPC request may carry. */
export const MAX_BATCH_CALLS = 10;

/** Age from which a person may open an account (section 9 of the specification). */
export const ADULT_AGE_YEARS = 18;

/** Contracts, and investments in a page, that a customer is shown at once, newest first. */
export const MAX_LISTED = 200;

/** The longest description a movement may carry, in characters. */
export const MAX_DESCRIPTION_LENGTH = 140;

/**
 * E-mail that could not be handed over: waits of 1, 2, 4 … minutes, at most 6 hours, each up to a fifth shorter or longer;
 * after `tries` it is given up. `leaseSeconds`: what a process has claimed is another's after so long. While the mail
 * server cannot be reached at all no message loses a try; it is asked again after at most `maxPauseSeconds`.
 */
export const MAIL_RETRY = {
  firstSeconds: 60,
  maxSeconds: 6 * 3600,
  jitter: 0.2,
  tries: 12,
  leaseSeconds: 10 * 60,
  maxPauseSeconds: 60,
};

/**
 * The account at the payment provider. `documentHours`: how soon the documents must be sent · `askAgainSeconds`: after a
 * request to make an account whose outcome is not known, how long until another may be sent (real time).
 */
export const EXTERNAL_ACCOUNT = { documentHours: 48, askAgainSeconds: 60 };
