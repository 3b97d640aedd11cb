import type { Tx } from '#db/db';
import type { Env } from '#server/kernel/env';

type UserRow = Tx['tables']['users']['$inferSelect'];

/** Without `closedAt` the customer counts as open. */
export type Receiver = Pick<UserRow, 'id' | 'fullName' | 'email'> &
  Partial<Pick<UserRow, 'role' | 'username' | 'emailConfirmedAt' | 'closedAt'>>;

/** `at`: the bank's clock. */
export type About = { env: Env; to: Receiver; at: Date };

/** The setting that enables a kind of message; `always` has none. */
export type AdminSwitch = 'notifyNewClients' | 'notifyCreditProposals' | 'notifyLatePayments' | 'always';

export type Message = {
  kind?: string;
  /** Sent to active administrators if this setting is on; absent: to the receiver. */
  admins?: AdminSwitch;
  title: string;
  place: string | null;
  bell?: { kind?: string; title?: string; text: string };
  mail?: MailText;
  /** Sent as SMS instead of e-mail; the receiver's `email` then holds the telephone's digits. */
  sms?: string;
  /** A receiver gets one message of this kind and value only. */
  dedupe?: string;
  /** No e-mail to an address that nobody has confirmed. */
  confirmedOnly?: true;
  /** In cents; e-mails about small amounts are batched. */
  receivedCents?: number;
  /** If the receiver has closed the relation: whether administrators are notified instead; by default nobody is. */
  adminsIfClosed?: boolean;
};

type MailText = {
  subject?: string;
  /** No greeting by name. */
  isImpersonal?: true;
  paragraphs: readonly string[];
  /** Link label; it leads to the message's place or to `place`. */
  link?: string;
  place?: string;
  code?: string;
  closing?: readonly string[];
};

/** Message factories by kind. */
export type Messages = Record<string, (facts: never, about: About) => Message>;
