/** `example`: what a person would write; none where the field is usually left out. */
export type FieldWords = { about: string; example?: unknown };

export const AMOUNT = 'Valor em reais: texto decimal com dois dígitos, ou número';
export const PERCENT = 'Porcentagem, com até duas casas';
export const ID = '019acd2e-7b3f-7c1a-9d52-3f6e8b0a41c7';
export const LINK_TOKEN = 'q3Zt8LwYx1mVb6Kc0RfNhJ5uGdSa2PoEiTyQ7MvXn4U';
