import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { TRANSPORTS } from '#domain/auth/passkey';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { PasskeyRow } from './verify-assertion.ts';

/** Moments are real time. `isSynced`: kept by its maker on several devices. `trustedFrom`: counts in full from then on. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  trustedFrom: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyAnswer = z.output<typeof passkeySchema>;

export const passkeyAnswer = (row: PasskeyRow): PasskeyAnswer => ({
  id: row.id,
  name: row.name,
  isSynced: row.isBackedUp,
  createdAt: row.createdAt.toISOString(),
  trustedFrom: secondsAfter(row.createdAt, DEVICE_TRUST_SECONDS).toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** Those that were not removed. */
export const isOwn = (passkeys: Tables['passkeys'], userId: string): SQL | undefined =>
  and(eq(passkeys.userId, userId), isNull(passkeys.endedAt));

export const ownPasskeys = (db: Reader, userId: string): Promise<PasskeyRow[]> => {
  const { passkeys } = db.tables;
  return db.select().from(passkeys).where(isOwn(passkeys, userId)).orderBy(desc(passkeys.id));
};

/** How a browser finds a passkey (WebAuthn, PublicKeyCredentialDescriptorJSON). */
export const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
});

export const descriptorOf = ({
  credentialId,
  transports,
}: PasskeyRow): z.output<typeof descriptorSchema> => ({
  id: credentialId,
  type: 'public-key',
  transports: z.array(z.enum(TRANSPORTS)).parse(transports),
});
