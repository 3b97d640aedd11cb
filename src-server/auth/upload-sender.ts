import { type Attempting, countAttempt } from './attempts.ts';

export const uploadSender = <User extends { id: string }>(bank: Attempting & { user: User }) => ({
  ...bank.user,
  count: (uploads: number) => countAttempt(bank, 'upload', bank.user.id, uploads),
});
