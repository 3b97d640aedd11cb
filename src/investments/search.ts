/** What the address of the investments screen may carry: the product that the form opens with. */
export type InvestmentsSearch = { produto?: string };

/** Reads the address's search; what is not usable is dropped, since a link may come from anywhere. */
export function parseInvestmentsSearch({ produto }: Record<string, unknown>): InvestmentsSearch {
  return typeof produto === 'string' && produto !== '' ? { produto } : {};
}
