/** Noncharacters around typed text on its way to the outbox; no stored text contains them. */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const MARKS = /[\ufdd0\ufdd1]/g;
const MARKED = /\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/g;
const GREETING = /^(<p>)?Olá, \ufdd0[^\ufdd1]*\ufdd1\./;

/** Where a mail client would see a link: a dot before a letter, '://', '@'. */
const ADDRESS = /[.\u3002\uff0e\uff61](?=\p{L})|:(?=\/\/)|@(?=\S)/gu;

/** Marks typed text, so that `queueMail` makes no link of it. */
export const typed = (text: string): string => OPEN + text.replace(MARKS, '') + CLOSE;

export const greeting = (fullName: string): string => `Olá, ${typed(fullName)}.`;

export const isMarked = (text: string): boolean => text.includes(OPEN);

/** Breaks addresses in typed text ('evil. example'). */
export const withoutLinks = (text: string): string =>
  text.replace(MARKED, (_, words: string) => words.replace(ADDRESS, '$& '));

/** For unconfirmed addresses: leaves out typed text. */
export const withoutTyped = (text: string): string => text.replace(GREETING, '$1Olá.').replace(MARKED, '…');

/** Removes the marks; the bank's own screens make no links. */
export const asTyped = (text: string): string => text.replace(MARKS, '');
