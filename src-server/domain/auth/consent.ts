/** Optional consents, revocable at any time (LGPD, art. 8, § 5). */
export const CONSENT_KINDS = ['instalment_cover', 'product_news', 'usage_research'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

export const CONSENT_LABELS: Record<ConsentKind, string> = {
  instalment_cover: 'Completar com a conta externa o débito automático de parcelas',
  product_news: 'Receber novidades sobre produtos por e-mail',
  usage_research: 'Ser convidado para pesquisas de satisfação',
};
