import { type AttemptKind, NETWORKS_PER_SUBSCRIBER } from './limits.ts';
import { isShared, SHARES_PER_USER } from './sessions-in-limits.ts';
import { TOKENS_IN_LIMITS } from './tokens-in-limits.ts';

/** The label of a limit, with whose attempts it counts. */
export function labelWithWhose(kind: AttemptKind, label: string): string {
  const session = isShared(kind) ? ', em cada sessão' : '';
  const tokens = TOKENS_IN_LIMITS[kind] === 'apart' ? ', tokens à parte' : '';
  return `${label}${session}${tokens}`;
}

/** What many networks or sessions of one person have together. */
export const TOGETHER_IN_WORDS = [
  {
    label: 'Os limites por endereço de rede, para uma rede IPv6 (/56)',
    text: `${NETWORKS_PER_SUBSCRIBER} vezes os de cada uma das suas redes (/64)`,
  },
  {
    label: 'Os limites de cada sessão, para todas as sessões juntas',
    text: `${SHARES_PER_USER} vezes os de uma delas`,
  },
] as const;
