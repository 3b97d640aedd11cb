/** The tabs of the screen; the first one is what an address without `aba` opens. */
export const TABS = ['chaves', 'transferir', 'receber'] as const;
export type Tab = (typeof TABS)[number];

/** What may stand open over the tabs: money moved between the two accounts, or the statement of the external one. */
export const OVERLAYS = ['mover', 'extrato'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** What the address of the PIX screen may carry. */
export type PixSearch = { aba?: Tab; ver?: Overlay };

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parsePixSearch(search: Record<string, unknown>): { tab: Tab; overlay: Overlay | null } {
  return {
    tab: TABS.find((tab) => tab === search.aba) ?? 'chaves',
    overlay: OVERLAYS.find((overlay) => overlay === search.ver) ?? null,
  };
}
