/** What a customer may agree to beyond the terms, and take back at any time (LGPD, art. 8, § 5). */
export const CONSENT_KINDS = ['product_news', 'usage_research'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** What each consent allows, as the privacy page says it. */
export const CONSENT_LABELS: Record<ConsentKind, string> = {
  product_news: 'Receber novidades sobre produtos por e-mail',
  usage_research: 'Ser convidado para pesquisas de satisfação',
};
