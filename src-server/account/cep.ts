import { z } from 'zod';
import { cepSchema } from '#domain/cep';
import { refuse } from '#domain/refusal';
import { countAttempt } from '#server/auth/attempts';
import type { Context } from '#server/kernel/context';
import { type PostalAddress, postalAddressSchema } from './shapes.ts';

const TIMEOUT_MS = 3000;
const MAX_BODY_BYTES = 10_000;

export const addressSchema = z.object({ cep: cepSchema });

/** Refuses CEP_NOT_FOUND, CEP_UNAVAILABLE (failure, time-out, redirect or invalid answer). */
export async function findAddress(
  ctx: Context,
  { cep }: z.output<typeof addressSchema>,
): Promise<PostalAddress> {
  await countAttempt(ctx, 'cep', ctx.request.ip);
  const body = await ask(new URL(`/ws/${cep}/json/`, ctx.env.VIACEP_URL)).catch(() => null);
  // `erro` may be the text "true" or a boolean; its presence counts.
  if (typeof body === 'object' && body !== null && 'erro' in body) refuse('CEP_NOT_FOUND');
  const address = postalAddressSchema.safeParse(body);
  return address.success ? address.data : refuse('CEP_UNAVAILABLE');
}

async function ask(url: URL): Promise<unknown> {
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (answer.status !== 200 || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`postal code service: status ${answer.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    length += chunk.byteLength;
    if (length > MAX_BODY_BYTES) throw new Error(`postal code service: body exceeds ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
