import type { LedgerSearch } from './search.ts';

const TRANSACTION = /^(?:Pedido|Transação|Estorno) ([\w-]{1,64})$/;
const ACCOUNT = /^Conta (\d{4}-\d{4})\b/;

/** The transaction or account that a difference is about; null if there is none. */
export function placeOf(about: string): Pick<LedgerSearch, 'transacao' | 'busca'> | null {
  const transacao = TRANSACTION.exec(about)?.[1];
  if (transacao !== undefined) return { transacao };
  const busca = ACCOUNT.exec(about)?.[1];
  return busca === undefined ? null : { busca };
}
