import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { refusal } from './provider-error.ts';
import type { AccountRecord } from './records.ts';
import type { Simulator, SimulatorEnv } from './simulator.ts';
import type { Store } from './store.ts';

const SANDBOX_PREFIX = '$aact_hmlg_';
const PRODUCTION_PREFIX = '$aact_prod_';

export const apiKeyOf = (token: string): string => SANDBOX_PREFIX + token;

/** Stores only the key's hash. */
export function keepKey(store: Store, apiKey: string, accountId: string, name: string): { id: string } {
  const id = store.newId();
  store.insert('token', hashOf(apiKey), { accountId, id, name }, { accountId });
  return { id };
}

const hashOf = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex');

/** Requires a User-Agent and an account's key. */
export const authenticated =
  ({ store }: Simulator): MiddlewareHandler<SimulatorEnv> =>
  async (c, next) => {
    if (!c.req.header('user-agent'))
      throw refusal(400, 'invalid_user_agent', 'O cabeçalho User-Agent deve ser informado.');
    if (c.req.method === 'GET' && Number(c.req.header('content-length') ?? 0) > 0)
      throw refusal(403, 'forbidden', 'Requisições GET não podem ter corpo.');
    c.set('account', accountOf(store, c.req.header('access_token')));
    await next();
  };

function accountOf(store: Store, apiKey: string | undefined): AccountRecord {
  if (!apiKey)
    throw refusal(
      401,
      'access_token_not_found',
      'O cabeçalho de autenticação "access_token" é obrigatório e não foi encontrado na requisição.',
    );
  if (apiKey.startsWith(PRODUCTION_PREFIX))
    throw refusal(401, 'invalid_environment', 'A chave de API informada não pertence a este ambiente.');
  if (!apiKey.startsWith(SANDBOX_PREFIX))
    throw refusal(401, 'invalid_access_token_format', 'O formato da chave de API informada é inválido.');
  const token = store.get('token', hashOf(apiKey));
  const account = token && store.get('account', token.accountId);
  if (!account) throw refusal(401, 'invalid_access_token', 'A chave de API fornecida é inválida');
  return account;
}
