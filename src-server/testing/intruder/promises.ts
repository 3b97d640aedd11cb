import type { ActName } from './acts.ts';
import type { AnswerName } from './answers.ts';
import type { Power } from './power.ts';
import { STOLEN, type Stolen } from './stolen.ts';

/**
 * What an answer promises, whatever was left behind before it. `shutsOut`: stolen things that open nothing any more · `nobody`: what
 * none of the others does either · `stops`: acts that bring no money any more. An answer that is not here ends one thing only, and is
 * walked after another one.
 */
export type Promised = { shutsOut: readonly Stolen[]; nobody: readonly Power[]; stops?: readonly ActName[] };

const COPIES = [
  'cookie',
  'unlocked device',
  'reading token',
  'money token',
] as const satisfies readonly Stolen[];
const BUT_MAILBOX = [...COPIES, 'password'] as const;
const OF_BEFORE = ['session', 'token', 'received'] as const satisfies readonly Power[];
const LEAVES = ['pays little', 'pays much'] as const satisfies readonly Power[];

export const PROMISES: Partial<Record<AnswerName, Promised>> = {
  // The password signs in and reads; with the mailbox it also lifts the freeze (decision 035).
  'freezes by a letter’s link': { shutsOut: COPIES, nobody: [...OF_BEFORE, ...LEAVES] },
  'freezes on screen': { shutsOut: COPIES, nobody: [...OF_BEFORE, ...LEAVES] },
  'changes the password': { shutsOut: BUT_MAILBOX, nobody: OF_BEFORE },
  'recovers the password': { shutsOut: BUT_MAILBOX, nobody: OF_BEFORE },
  'undoes the e-mail': { shutsOut: BUT_MAILBOX, nobody: OF_BEFORE },
  'undoes the app': { shutsOut: BUT_MAILBOX, nobody: OF_BEFORE },
  // They end what they name.
  'ends other sessions': { shutsOut: [], nobody: ['session'] },
  'revokes tokens': {
    shutsOut: [],
    nobody: ['token'],
    stops: ['payment by token', 'reviewed payment by token'],
  },
  'bank corrects the e-mail': { shutsOut: COPIES, nobody: OF_BEFORE },
  'bank deactivates and activates': { shutsOut: COPIES, nobody: OF_BEFORE },
  'bank deactivates, corrects and activates': { shutsOut: STOLEN, nobody: OF_BEFORE },
  'bank ends the factors, password recovered': { shutsOut: BUT_MAILBOX, nobody: OF_BEFORE },
};

/** Of docs/security.md, Known limits: what an answer leaves, so that another one is needed. `beside`: answers that change nothing of it. */
type Known = {
  why: string;
  acts: readonly ActName[];
  answers: readonly AnswerName[];
  beside?: readonly AnswerName[];
  fromMinutes?: number;
};

const BY_MAIL = [
  'another e-mail',
  'e-mail changed twice',
  'app, then another e-mail',
  'another e-mail, then app',
] as const;

export const KNOWN: readonly Known[] = [
  {
    why: 'a passkey counts one day after it was added, and from then on an administrator has to end it',
    acts: ['passkey, a day later a payment'],
    answers: ['changes the password', 'recovers the password', 'bank corrects the e-mail'],
  },
  {
    why: 'the same, of a passkey that was added more than a day before the answer',
    acts: ['passkey'],
    answers: ['changes the password', 'recovers the password', 'bank corrects the e-mail'],
    fromMinutes: 24 * 60,
  },
  {
    why: 'the same, of one that was added more than 72 hours before a freeze, in which it only reads, or a deactivation',
    acts: ['passkey', 'passkey, a day later a payment'],
    answers: ['freezes by a letter’s link', 'freezes on screen', 'bank deactivates and activates'],
    fromMinutes: 48 * 60,
  },
  {
    why: 'a new password given in a session is no answer to another e-mail: the link in its letter is',
    acts: BY_MAIL,
    answers: ['changes the password'],
    beside: ['freezes on screen'],
  },
];
