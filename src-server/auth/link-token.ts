import { createHash, randomBytes } from 'node:crypto';

/** The token of a link that is sent by e-mail, which only the e-mail has: 32 random bytes. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a link's token: the table alone opens nothing. */
export const linkHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
