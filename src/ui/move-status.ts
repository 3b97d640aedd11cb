/** `review`: held until the bank has reviewed it. */
export type MoveStatus = 'done' | 'processing' | 'failed' | 'held' | 'review';

export type Move = { status: MoveStatus; inReview?: string | null | undefined };

export const shownStatus = ({ status, inReview }: Move): MoveStatus =>
  status === 'held' && inReview ? 'review' : status;
