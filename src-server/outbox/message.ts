import type { Tx } from '#db/db';
import type { Env } from '#server/kernel/env';

type UserRow = Tx['tables']['users']['$inferSelect'];

/** Whom a message goes to. Without `closedAt` the relation is taken as open. */
export type Receiver = Pick<UserRow, 'id' | 'fullName' | 'email'> &
  Partial<Pick<UserRow, 'role' | 'username' | 'emailConfirmedAt' | 'closedAt'>>;

/** What every message may name beside its own facts; `at` is the bank's clock. */
export type About = { env: Env; to: Receiver; at: Date };

/** The administrators' switch that turns a kind of message on; `always` has no switch. */
export type AdminSwitch = 'notifyNewClients' | 'notifyCreditProposals' | 'notifyLatePayments' | 'always';

/** One message of a kind: whom it is for, where it leads, and what it says by e-mail and under the bell. */
export type Message = {
  /** Under which it is kept, if it goes on under the name of another kind. */
  kind?: string;
  /** Active administrators, if this switch is on; absent: the one receiver. */
  admins?: AdminSwitch;
  /** Subject of the e-mail and title of the notification, unless they have their own. */
  title: string;
  /** Address of the screen where it is seen; null: none. */
  place: string | null;
  /** Absent: no notification. */
  bell?: { kind?: string; title?: string; text: string };
  /** Absent: no e-mail. */
  mail?: MailText;
  /** Text of an SMS that goes out in place of an e-mail; the receiver's `email` is then a telephone's digits. */
  sms?: string;
  /** Tells this message from others of its kind to the same receiver: it is sent once. */
  dedupe?: string;
  /** Incoming amount in cents: e-mails about small ones are gathered. */
  receivedCents?: number;
  /** Administrators are told instead if the receiver has closed the relation; otherwise nobody is. */
  adminsIfClosed?: boolean;
};

type MailText = {
  subject?: string;
  /** Greets nobody by name. */
  isImpersonal?: true;
  /** What follows the greeting. */
  paragraphs: readonly string[];
  /** Label of the link, which leads to the message's place or to `place`. */
  link?: string;
  place?: string;
  code?: string;
  /** Paragraphs after the code or the link. */
  closing?: readonly string[];
};

/** Messages of one subject by kind: each makes its message from its facts. */
export type Messages = Record<string, (facts: never, about: About) => Message>;
