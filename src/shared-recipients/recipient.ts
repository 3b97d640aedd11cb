import type { RecipientKind } from '#domain/account/recipient';
import { MAX_RECIPIENTS } from '#domain/limits';
import { type RouterOutputs, trpc } from '../trpc.ts';

export type Recipient = RouterOutputs['account']['recipients'][number];

/** All stored recipients of one kind: pinned first, then the last paid. */
export const useRecipients = (kind: RecipientKind): Recipient[] | undefined =>
  trpc.account.recipients.useQuery({ kind, limit: MAX_RECIPIENTS }).data;
