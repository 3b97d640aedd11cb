import type { RouterOutputs } from '../trpc.ts';

export type Review = RouterOutputs['account']['monthReview'];
