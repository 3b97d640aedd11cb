/** The tabs of the screen, the first one as it opens. */
export const TABS = ['operacoes', 'analise', 'parcelas'] as const;
export type Tab = (typeof TABS)[number];

/** What the address of the screen may carry: the open tab. */
export type MyCreditsSearch = { aba?: Tab };

/** Reads the address's search; what is not usable is dropped, since a link may come from anywhere. */
export const tabOf = ({ aba }: Record<string, unknown>): Tab =>
  TABS.find((tab) => tab === aba) ?? 'operacoes';
