import { type Attempting, countAttempt } from './attempts.ts';

/** The user, with the count of their uploads. `count` refuses TOO_MANY_ATTEMPTS. */
export const uploadSender = <User extends { id: string }>(bank: Attempting & { user: User }) => ({
  ...bank.user,
  count: (uploads: number) => countAttempt(bank, 'upload', bank.user.id, uploads),
});
