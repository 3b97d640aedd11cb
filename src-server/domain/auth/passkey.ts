import { z } from 'zod';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { listSchema } from '#domain/list-schema';
import { secondsAfter } from '#domain/moment';
import { byIdSchema } from '#domain/page';
import { textSchema } from '#domain/text-schema';

const FORMAT = 'A resposta da chave de acesso não pôde ser lida';

/** Base64url without padding. */
const bytesSchema = (maxLength: number) =>
  z.base64url({ error: FORMAT }).min(1, { error: FORMAT }).max(maxLength, { error: FORMAT });

/** WebAuthn allows 1,023 bytes. */
const credentialIdSchema = bytesSchema(1364);

/** What a passkey signed (WebAuthn, AuthenticatorAssertionResponse), in base64url. */
export const assertionSchema = z.object({
  id: credentialIdSchema,
  clientDataJSON: bytesSchema(4096),
  authenticatorData: bytesSchema(4096),
  signature: bytesSchema(2048),
});
export type AssertionInput = z.output<typeof assertionSchema>;

/** COSE algorithms that keys may have, most wanted first: ES256, EdDSA, RS256. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257] as const;

/** How an authenticator is reached (WebAuthn, AuthenticatorTransport). */
export const TRANSPORTS = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Browsers may send transports that are not known yet. */
const transportsSchema = listSchema(z.string({ error: FORMAT }).max(32, { error: FORMAT }), 10, {
  error: FORMAT,
  tooMany: FORMAT,
}).transform((sent) => TRANSPORTS.filter((transport) => sent.includes(transport)));

/** A new key pair (WebAuthn, AuthenticatorAttestationResponse), in base64url. */
export const attestationSchema = z.object({
  id: credentialIdSchema,
  clientDataJSON: bytesSchema(4096),
  attestationObject: bytesSchema(8192),
  transports: transportsSchema,
});

export const MAX_PASSKEY_NAME = 40;
export const passkeyNameSchema = textSchema(1, MAX_PASSKEY_NAME, 'Dê um nome à chave de acesso');

export const addPasskeySchema = z.object({ name: passkeyNameSchema, created: attestationSchema });
export type AddPasskeyInput = z.output<typeof addPasskeySchema>;

export const renamePasskeySchema = byIdSchema.extend({ name: passkeyNameSchema });
export type RenamePasskeyInput = z.output<typeof renamePasskeySchema>;

export const signedByPasskeySchema = z.object({ signed: assertionSchema });
export type SignedByPasskeyInput = z.output<typeof signedByPasskeySchema>;

/** From 24 hours after it was added a passkey proves who its owner is. `now`: real time. */
export const isPasskeyTrusted = (createdAt: Date, now: Date): boolean =>
  secondsAfter(createdAt, DEVICE_TRUST_SECONDS) <= now;
