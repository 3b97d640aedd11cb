import type { Role } from '#domain/auth/role';
import { signByPasskey } from '../shared-security/passkey-ceremony.ts';
import { trpcClient } from '../trpc.ts';
import { passkeyFailure } from '../ui/passkey-support.ts';

/** Signs in with the passkey that the person chooses; a text says why that failed. */
export async function loginByPasskey(): Promise<{ role: Role } | { problem: string }> {
  const { passkeys } = trpcClient.auth;
  try {
    const signed = await signByPasskey(await passkeys.beginLogin.mutate());
    return (await passkeys.login.mutate({ signed })).user;
  } catch (error) {
    return { problem: passkeyFailure(error, 'Não foi possível entrar com a chave de acesso') };
  }
}
