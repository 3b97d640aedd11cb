import { z } from 'zod';
import { cepSchema } from '#domain/cep';
import { refuse } from '#domain/refusal';
import { countAttempt } from '#server/auth/attempts';
import type { Context } from '#server/kernel/context';
import { type PostalAddress, postalAddressSchema } from './shapes.ts';

const TIMEOUT_MS = 3000;
const MAX_BODY_BYTES = 10_000;

/** Input of the look-up: 8 digits, mask or none. */
export const addressSchema = z.object({ cep: cepSchema });

/**
 * The address of a postal code (8 digits) from a service with ViaCEP's API.
 * Refuses CEP_NOT_FOUND when the service does not know the code, CEP_UNAVAILABLE when it fails, is slow, redirects or
 * answers something else; the person then types the address.
 */
export async function findAddress(
  ctx: Context,
  { cep }: z.output<typeof addressSchema>,
): Promise<PostalAddress> {
  await countAttempt(ctx, 'cep', ctx.request.ip);
  const body = await ask(new URL(`/ws/${cep}/json/`, ctx.env.VIACEP_URL)).catch(() => null);
  // The page says "true" as text, older answers a boolean: that the field is there is what counts.
  if (typeof body === 'object' && body !== null && 'erro' in body) refuse('CEP_NOT_FOUND');
  const address = postalAddressSchema.safeParse(body);
  return address.success ? address.data : refuse('CEP_UNAVAILABLE');
}

/** The JSON the service answers; rejects on a time-out (the body included), a status other than 200, and a huge body. */
async function ask(url: URL): Promise<unknown> {
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (answer.status !== 200 || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`the postal code service answered ${answer.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    length += chunk.byteLength;
    if (length > MAX_BODY_BYTES) throw new Error('the postal code service answered too much');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
