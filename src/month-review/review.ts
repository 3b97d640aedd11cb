import type { RouterOutputs } from '../trpc.ts';

/** A month of an account, as the server reviews it. */
export type Review = RouterOutputs['account']['monthReview'];
