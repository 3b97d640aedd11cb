import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes; only the e-mail has them. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** The database stores only the hash. */
export const linkHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
