/** The tabs of the profile; the first one is what an address without `aba` opens. */
export const TABS = ['dados', 'rating', 'atendimentos', 'seguranca', 'privacidade', 'aparencia'] as const;
export type Tab = (typeof TABS)[number];

/** How each tab is called. */
export const TAB_LABELS: Record<Tab, string> = {
  dados: 'Dados',
  rating: 'Rating',
  atendimentos: 'Atendimentos',
  seguranca: 'Segurança',
  privacidade: 'Privacidade',
  aparencia: 'Aparência',
};

/** What the address of the profile may carry: the open tab. */
export type ProfileSearch = { aba?: Tab };

/** The tab that an address opens; the first one when it names none, since a link may come from anywhere. */
export function tabOf({ aba }: { aba?: unknown }): Tab {
  return TABS.find((tab) => tab === aba) ?? 'dados';
}
