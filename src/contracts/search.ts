import { CONTRACT_STATUSES, type ContractStatus } from '#domain/contract/words';

/** What the address of the contracts screen may carry: which ones are listed, and the one that is open. */
export type ContractsSearch = { situacao?: ContractStatus; contrato?: string };

/** Reads the address's search; what is not usable is dropped, since a link may come from anywhere. */
export function parseContractsSearch(search: Record<string, unknown>): ContractsSearch {
  const situacao = CONTRACT_STATUSES.find((status) => status === search.situacao);
  const { contrato } = search;
  return {
    ...(situacao && { situacao }),
    ...(typeof contrato === 'string' && contrato !== '' && { contrato }),
  };
}
