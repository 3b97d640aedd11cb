/** Around what somebody typed, in a text on its way to the outbox; no text that is kept holds them (they are no characters). */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const MARKS = /[\ufdd0\ufdd1]/g;
const MARKED = /\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/g;
const GREETING = /^(<p>)?Olá, \ufdd0[^\ufdd1]*\ufdd1\./;

/** Where a mail program would see an address: a dot before a letter, in whatever script, and what follows a scheme. */
const ADDRESS = /[.\u3002\uff0e\uff61](?=\p{L})|:(?=\/\/)|@(?=\S)/gu;

/** Marks a name, a description or anything else that a person typed, so that `queueMail` makes no link of it. */
export const typed = (text: string): string => OPEN + text.replace(MARKS, '') + CLOSE;

/** How every letter begins. */
export const greeting = (fullName: string): string => `Olá, ${typed(fullName)}.`;

/** Whether a text holds something that was typed. */
export const isMarked = (text: string): boolean => text.includes(OPEN);

/** A text as it is kept and sent: in what was typed no address is one any more ('evil. example'). */
export const withoutLinks = (text: string): string =>
  text.replace(MARKED, (_, words: string) => words.replace(ADDRESS, '$& '));

/** A text for an address that nobody has confirmed: it says nothing that a stranger typed. */
export const withoutTyped = (text: string): string => text.replace(GREETING, '$1Olá.').replace(MARKED, '…');

/** A text as it was typed, for the screens of the bank's own, which make no links. */
export const asTyped = (text: string): string => text.replace(MARKS, '');
