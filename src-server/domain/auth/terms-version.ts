/** The version of the terms in `terms.ts`, kept with each acceptance: the day from which the text holds. */
export const TERMS_VERSION = '2026-11-23';
