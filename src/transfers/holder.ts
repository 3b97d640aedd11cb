/** The receiving account's holder; a person's `document` is masked. */
export type Holder = { name: string; document: string; accountNumber: string };
