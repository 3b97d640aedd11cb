import { bankDayAndTime } from '#domain/date';
import type { ProofMethod } from './words.ts';

const BY: Record<Exclude<ProofMethod, 'passkey'>, string> = {
  session: 'na sua sessão',
  token: 'por um token de acesso',
  trusted: 'porque você confia em quem recebe',
  email: 'com um código enviado por e-mail',
  app: 'com o código do aplicativo',
};

type Authorised = { method: ProofMethod; passkeyName: string | null; at: Date };

/** 'Autorizado com a chave de acesso "Notebook" às 10:42', for the owner of the payment. */
export function authorisedInWords({ method, passkeyName, at }: Authorised): string {
  const by = method === 'passkey' ? `com a chave de acesso "${passkeyName ?? ''}"` : BY[method];
  return `Autorizado ${by} às ${bankDayAndTime(at).time.slice(0, 5)}`;
}
