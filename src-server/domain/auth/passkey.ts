import { z } from 'zod';

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
