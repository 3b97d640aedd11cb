import { createHash, randomBytes } from 'node:crypto';

export const newLinkToken = (): string => randomBytes(32).toString('base64url');

export const linkHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
