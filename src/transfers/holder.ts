import type { WithCover } from '../shared-movement/cover.ts';

/** The receiving account's holder; a person's `document` is masked. */
export type Holder = { name: string; document: string; accountNumber: string };

export type Payee = Holder & WithCover;
