import { accessMessages } from './messages/access.ts';
import { accountMessages } from './messages/account.ts';
import { adminMessages } from './messages/admin.ts';
import { collectionMessages } from './messages/collection.ts';
import { contractMessages } from './messages/contract.ts';
import { creditMessages } from './messages/credit.ts';
import { deviceMessages } from './messages/device.ts';
import { documentMessages } from './messages/document.ts';
import { freezeMessages } from './messages/freeze.ts';
import { keyMessages } from './messages/keys.ts';
import { passkeyMessages } from './messages/passkey.ts';
import { paymentMessages } from './messages/payments.ts';
import { personMessages } from './messages/person.ts';
import { protectionMessages } from './messages/protection.ts';
import { twoFactorMessages } from './messages/two-factor.ts';

export const CATALOGUE = {
  ...accessMessages,
  ...accountMessages,
  ...adminMessages,
  ...collectionMessages,
  ...contractMessages,
  ...creditMessages,
  ...deviceMessages,
  ...documentMessages,
  ...freezeMessages,
  ...keyMessages,
  ...passkeyMessages,
  ...paymentMessages,
  ...personMessages,
  ...protectionMessages,
  ...twoFactorMessages,
};

export type MessageKind = keyof typeof CATALOGUE;
export type FactsOf<Kind extends MessageKind> = Parameters<(typeof CATALOGUE)[Kind]>[0];

/** Sent before mail about money, since others can cause any number of those. */
export const isAboutSecurity = (kind: MessageKind): boolean =>
  [
    accessMessages,
    deviceMessages,
    documentMessages,
    freezeMessages,
    keyMessages,
    passkeyMessages,
    twoFactorMessages,
    personMessages,
    protectionMessages,
  ].some((kinds) => kind in kinds);
