/** Defaults of BRAND_NAME and SUPPORT_EMAIL. */
export const BRAND_NAME = 'ValeBank';
export const SUPPORT_EMAIL = 'contato@valebank.example';

/** No subscriber has it: in Brazil no number begins with 0. An installation puts its own here. */
export const SUPPORT_PHONE = '(11) 0000-0000';

/** The same: an installation puts its own street and number here. */
export const SUPPORT_ADDRESS = 'São Bernardo do Campo/SP';

export const SUPPORT_HOURS = 'de segunda a sexta-feira, das 9h às 18h';
export const DATA_SUBJECT_HOURS = 'de segunda a sexta-feira, das 8h às 18h';
