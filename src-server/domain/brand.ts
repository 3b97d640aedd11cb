/** How the product calls itself and where it is written to, unless BRAND_NAME and SUPPORT_EMAIL say otherwise. */
export const BRAND_NAME = 'ValeBank';
export const SUPPORT_EMAIL = 'contato@valebank.example';

/** Section 9 of the specification: when people are answered. */
export const SUPPORT_HOURS = 'de segunda a sexta-feira, das 9h às 18h';
export const DATA_SUBJECT_HOURS = 'de segunda a sexta-feira, das 8h às 18h';
