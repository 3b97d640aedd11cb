import { type Attempting, countAttempt } from './attempts.ts';

/** A user who sends files, with what counts them. */
export const uploadSender = <User extends { id: string }>(bank: Attempting & { user: User }) => ({
  ...bank.user,
  count: (uploads: number) => countAttempt(bank, 'upload', bank.user.id, uploads),
});
