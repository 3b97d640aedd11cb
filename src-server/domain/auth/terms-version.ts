/** Version of `terms.ts`, stored with each acceptance: the day the text takes effect. */
export const TERMS_VERSION = '2026-11-24';
