/** Defaults of BRAND_NAME and SUPPORT_EMAIL. */
export const BRAND_NAME = 'ValeBank';
export const SUPPORT_EMAIL = 'contato@valebank.example';

export const SUPPORT_HOURS = 'de segunda a sexta-feira, das 9h às 18h';
export const DATA_SUBJECT_HOURS = 'de segunda a sexta-feira, das 8h às 18h';
